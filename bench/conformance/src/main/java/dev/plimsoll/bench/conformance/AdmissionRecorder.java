package dev.plimsoll.bench.conformance;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import dev.plimsoll.testkit.plane.AdminApi;
import java.io.IOException;
import java.util.List;
import java.util.Set;

/** Makes the requests of a sequence, one after the other, and records what becomes of each. */
final class AdmissionRecorder {
  private static final String JSON = "application/json";
  private static final String STRATEGIC = "application/strategic-merge-patch+json";
  private static final Set<String> SETTLES = Set.of("delete", "phase", "patch", "resize");

  private final AdminApi api;
  private final String kubernetes;

  AdmissionRecorder(AdminApi api, String kubernetes) {
    this.api = api;
    this.kubernetes = kubernetes;
  }

  /** Creates the classes that sequences use. */
  void prepare() throws IOException {
    for (String name : List.of("low", "medium", "high")) {
      JsonObject priority = Json.manifest("scheduling.k8s.io/v1", "PriorityClass", name);
      priority.addProperty(
          "value", name.equals("low") ? 100 : name.equals("high") ? 10_000 : 1_000);
      create(priority);
    }
    for (String name : List.of("kata", "gvisor")) {
      JsonObject runtime = Json.manifest("node.k8s.io/v1", "RuntimeClass", name);
      runtime.addProperty("handler", name);
      JsonObject fixed =
          name.equals("kata")
              ? Json.object("cpu", "250m", "memory", "120Mi")
              : Json.object("memory", "64Mi");
      runtime.add("overhead", Json.object("podFixed", fixed));
      create(runtime);
    }
    for (String name : List.of("gold", "bronze")) {
      JsonObject storage = Json.manifest("storage.k8s.io/v1", "StorageClass", name);
      storage.addProperty("provisioner", "example.com/" + name);
      create(storage);
    }
  }

  private void create(JsonObject object) throws IOException {
    JsonObject unused = api.create(ApiPaths.list(object), object.toString());
  }

  /** Records a sequence in a namespace of its own. */
  JsonObject record(String family, long seed, int index) throws Exception {
    String id = family.replace('+', '-') + "-" + seed + "-" + index;
    create(Json.manifest("v1", "Namespace", id));
    JsonArray steps = new JsonArray();
    for (AdmissionSequence.Step step :
        AdmissionSequence.of(family, id, new Draw(seed, family, index))) {
      steps.add(step(step, id));
    }
    return Json.object(
        "id", id, "family", family, "kubernetes", kubernetes, "namespace", id, "steps", steps);
  }

  private JsonObject step(AdmissionSequence.Step step, String namespace) throws Exception {
    AdminApi.Answer answer = send(step);
    JsonObject recorded =
        Json.object("op", step.op(), "object", step.object(), "code", answer.code());
    if (answer.code() >= 400) {
      Json.only(answer.body(), "message", "reason")
          .entrySet()
          .forEach(e -> recorded.add(e.getKey(), e.getValue()));
    } else if (!Set.of("delete", "phase").contains(step.op())) {
      StoredFields.of(answer.body()).ifPresent(stored -> recorded.add("stored", stored));
    }
    String kind = step.object().get("kind").getAsString();
    boolean rules = kind.equals("ResourceQuota") || kind.equals("LimitRange");
    QuotaStatuses quotas = new QuotaStatuses(api, namespace);
    recorded.add("quotas", SETTLES.contains(step.op()) || rules ? quotas.settled() : quotas.now());
    return recorded;
  }

  private AdminApi.Answer send(AdmissionSequence.Step step) throws IOException {
    JsonObject object = step.object();
    String path =
        step.op().equals("create") || step.op().equals("dryrun") ? "" : ApiPaths.object(object);
    JsonObject change = Json.only(object, "spec", "status");
    return switch (step.op()) {
      case "create" -> api.exchange("POST", ApiPaths.list(object), JSON, object.toString());
      case "dryrun" ->
          api.exchange("POST", ApiPaths.list(object) + "?dryRun=All", JSON, object.toString());
      case "delete" ->
          api.exchange(
              "DELETE", path + "?gracePeriodSeconds=0&propagationPolicy=Background", JSON, "");
      case "phase" -> api.exchange("PATCH", path + "/status", STRATEGIC, change.toString());
      case "resize" -> api.exchange("PATCH", path + "/resize", STRATEGIC, change.toString());
      default -> api.exchange("PATCH", path, STRATEGIC, change.toString());
    };
  }
}
