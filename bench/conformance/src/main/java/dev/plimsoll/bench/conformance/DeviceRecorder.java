package dev.plimsoll.bench.conformance;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import dev.plimsoll.kube.conform.Draw;
import dev.plimsoll.kube.conform.Json;
import dev.plimsoll.kube.conform.ManifestPaths;
import dev.plimsoll.testkit.plane.AdminApi;
import dev.plimsoll.testkit.plane.Await;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Sets clusters with devices up, and records what pods that claim some get. */
final class DeviceRecorder {
  private static final String CLAIMS = "/apis/resource.k8s.io/v1/namespaces/default/resourceclaims";

  private static final String MERGE = "application/merge-patch+json";

  private final AdminApi api;
  private final RealScheduler scheduler;
  private final String kubernetes;

  DeviceRecorder(AdminApi api, RealScheduler scheduler, String kubernetes) {
    this.api = api;
    this.scheduler = scheduler;
    this.kubernetes = kubernetes;
  }

  /**
   * Records a made-up cluster. If a pod was tried more than once, it is open what was seen when,
   * and all of it is recorded again.
   */
  JsonObject record(long seed, int index) throws Exception {
    Optional<JsonObject> recorded = Optional.empty();
    while (recorded.isEmpty()) {
      recorded = tryToRecord(seed, index);
    }
    return recorded.get();
  }

  private Optional<JsonObject> tryToRecord(long seed, int index) throws Exception {
    Draw draw = new Draw(seed, "dra", index);
    List<JsonObject> nodes = nodes(draw);
    DeviceManifests devices = new DeviceManifests(draw);
    List<JsonObject> classes = devices.classes();
    List<JsonObject> slices = new ArrayList<>();
    for (int i = 0; i < nodes.size(); i++) {
      if (draw.percent(90)) {
        slices.addAll(devices.pool("n" + i, i));
      }
    }
    if (draw.percent(40)) {
      slices.add(devices.network(0));
    }
    create(classes);
    create(slices);
    create(nodes);
    scheduler.awaitNodes(nodes.stream().map(Json::name).sorted().toList());
    JsonArray pending = new JsonArray();
    boolean clear = true;
    List<String> claims = new ArrayList<>();
    int pods = draw.between(3, 6);
    for (int i = 0; i < pods; i++) {
      for (JsonObject object : new ClaimManifests(draw).pod(i, claims)) {
        JsonObject recorded =
            object.get("kind").getAsString().equals("Pod")
                ? schedule(object)
                : claim(object, claims);
        clear &= !recorded.has("node") || recorded.has("feasible");
        pending.add(recorded);
      }
    }
    tearDown(classes, slices);
    return clear
        ? Optional.of(
            Json.object(
                "id", "dra-" + seed + "-" + index,
                "family", "dra",
                "kubernetes", kubernetes,
                "nodes", nodes,
                "resourceSlices", slices,
                "deviceClasses", classes,
                "pending", pending))
        : Optional.empty();
  }

  private static List<JsonObject> nodes(Draw draw) {
    List<JsonObject> nodes = new ArrayList<>();
    int count = draw.between(1, 5);
    for (int i = 0; i < count; i++) {
      JsonObject node = Json.manifest("v1", "Node", "n" + i);
      node.getAsJsonObject("metadata")
          .add("labels", Json.object(NodeManifests.HOSTNAME, "n" + i, "pool", draw.of("a", "b")));
      node.add("spec", draw.percent(8) ? Json.object("unschedulable", true) : new JsonObject());
      JsonObject amounts = Json.object("cpu", draw.of("4", "16"), "memory", "64Gi", "pods", "110");
      node.add("status", Json.object("capacity", amounts, "allocatable", amounts));
      nodes.add(node);
    }
    return nodes;
  }

  private void create(List<JsonObject> objects) throws IOException {
    for (JsonObject object : objects) {
      JsonObject unused = api.create(ManifestPaths.list(object), object.toString());
    }
  }

  private void tearDown(List<JsonObject> classes, List<JsonObject> slices) throws Exception {
    api.deleteAll("/api/v1/namespaces/default/pods");
    api.deleteAll(CLAIMS);
    for (JsonObject object : classes) {
      api.delete(ManifestPaths.object(object));
    }
    for (JsonObject object : slices) {
      api.delete(ManifestPaths.object(object));
    }
    api.deleteAll("/api/v1/nodes");
    scheduler.awaitNodes(List.of());
    Await.until("claims are gone", () -> api.list(CLAIMS).isEmpty());
  }

  private JsonObject claim(JsonObject claim, List<String> claims) throws IOException {
    AdminApi.Answer answer = api.exchange("POST", CLAIMS, "application/json", claim.toString());
    JsonObject recorded = Json.object("claim", claim, "code", answer.code());
    if (answer.code() < 300) {
      claims.add(Json.name(claim));
    } else {
      recorded.add("message", answer.body().get("message"));
    }
    return recorded;
  }

  private JsonObject schedule(JsonObject pod) throws Exception {
    JsonObject held = pod.deepCopy();
    Json.child(held, "metadata").add("finalizers", Json.array("example.com/recorder"));
    PodOutcome outcome = PodOutcome.of(held, api, scheduler);
    JsonObject recorded = outcome.recorded();
    recorded.add("pod", pod);
    if (outcome.isPlaced()) {
      recorded.add("allocations", allocations(pod));
    } else if (outcome.isCreated()) {
      api.delete(ManifestPaths.object(pod));
    }
    if (outcome.isCreated()) {
      release(pod);
    }
    return recorded;
  }

  /** A pod may be evicted at once, since devices are tainted; then its claims are given up. */
  private void release(JsonObject pod) throws Exception {
    JsonObject now =
        api.patch(ManifestPaths.object(pod), "{\"metadata\": {\"finalizers\": null}}", MERGE);
    JsonObject metadata = Json.child(now, "metadata");
    if (metadata.has("deletionTimestamp")) {
      String uid = "\"" + Json.text(metadata, "uid") + "\"";
      Await.until(
          "no claim is reserved for an evicted pod",
          () -> !api.get(CLAIMS).getAsJsonArray("items").toString().contains(uid));
    }
  }

  private JsonObject allocations(JsonObject pod) throws IOException {
    JsonObject allocations = new JsonObject();
    JsonObject spec = Json.child(pod, "spec");
    if (!spec.has("resourceClaims")) {
      return allocations;
    }
    for (JsonElement reference : spec.getAsJsonArray("resourceClaims")) {
      String name = Json.text(reference.getAsJsonObject(), "resourceClaimName");
      JsonObject status = Json.child(api.get(CLAIMS + "/" + name), "status");
      JsonArray results = new JsonArray();
      JsonObject devices = Json.child(Json.child(status, "allocation"), "devices");
      if (devices.has("results")) {
        for (JsonElement each : devices.getAsJsonArray("results")) {
          results.add(Json.only(each.getAsJsonObject(), "request", "driver", "pool", "device"));
        }
      }
      allocations.add(name, results);
    }
    return allocations;
  }
}
