package dev.plimsoll.bench.conformance;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import dev.plimsoll.kube.conform.Draw;
import dev.plimsoll.kube.conform.Json;
import dev.plimsoll.kube.conform.ManifestPaths;
import dev.plimsoll.testkit.plane.AdminApi;
import dev.plimsoll.testkit.plane.Await;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Sets clusters up, one after the other, and records what kube-scheduler makes of their pods. */
final class SchedulingRecorder {
  private static final String MERGE = "application/merge-patch+json";
  private static final Duration WHILE = Duration.ofMillis(800);

  /**
   * What becomes of the pods after some were evicted for another. It is one for all of a cluster,
   * since a pod that waits would be scheduled once others have gone.
   */
  private enum Aftermath {
    /** Nothing: the one waits, the others are terminating. */
    WAITING,
    /** The one goes, the others are terminating. */
    TERMINATING,
    /** All go. */
    GONE
  }

  private final AdminApi api;
  private final RealScheduler scheduler;
  private final String kubernetes;

  SchedulingRecorder(AdminApi api, RealScheduler scheduler, String kubernetes) {
    this.api = api;
    this.scheduler = scheduler;
    this.kubernetes = kubernetes;
  }

  /** Creates the namespace that clusters use besides default. */
  void prepare() throws IOException {
    create(Json.manifest("v1", "Namespace", "team-b"));
  }

  /**
   * Records what becomes of the pods of a made-up cluster. If a pod was tried more than once, it is
   * open what was seen when, and all of it is recorded again.
   */
  JsonObject record(String family, long seed, int index) throws Exception {
    Optional<JsonObject> recorded = Optional.empty();
    while (recorded.isEmpty()) {
      recorded = tryToRecord(family, seed, index);
    }
    return recorded.get();
  }

  private Optional<JsonObject> tryToRecord(String family, long seed, int index) throws Exception {
    Draw draw = new Draw(seed, family, index);
    SchedulingCluster cluster = SchedulingCluster.of(family, draw);
    Aftermath aftermath = draw.of(Aftermath.values());
    setUp(cluster);
    JsonArray pending = new JsonArray();
    boolean clear = true;
    for (JsonObject pod : cluster.pending()) {
      JsonObject recorded = schedule(pod, aftermath);
      clear &= !recorded.has("node") || recorded.has("feasible");
      pending.add(recorded);
    }
    tearDown(cluster);
    return clear
        ? Optional.of(
            Json.object(
                "id",
                "sched-" + family + "-" + seed + "-" + index,
                "family",
                family,
                "kubernetes",
                kubernetes,
                "namespaces",
                SchedulingCluster.namespaces(),
                "objects",
                cluster.objects(),
                "nodes",
                cluster.nodes(),
                "bound",
                cluster.bound(),
                "pending",
                pending))
        : Optional.empty();
  }

  private void setUp(SchedulingCluster cluster) throws Exception {
    for (JsonObject object : cluster.objects()) {
      create(object);
    }
    for (JsonObject object : cluster.objects()) {
      if (object.get("kind").getAsString().equals("PersistentVolumeClaim")) {
        bind(object);
      }
    }
    for (JsonObject node : cluster.nodes()) {
      create(node);
    }
    scheduler.awaitNodes(cluster.nodes().stream().map(Json::name).sorted().toList());
    for (JsonObject pod : List.copyOf(cluster.bound())) {
      if (!create(pod)) {
        cluster.bound().remove(pod);
      }
    }
  }

  private void tearDown(SchedulingCluster cluster) throws Exception {
    for (JsonObject namespace : api.list("/api/v1/namespaces")) {
      api.deleteAll("/api/v1/namespaces/" + Json.name(namespace) + "/pods");
    }
    for (JsonObject object : cluster.objects()) {
      api.delete(ManifestPaths.object(object));
    }
    api.deleteAll("/api/v1/nodes");
    scheduler.awaitNodes(List.of());
  }

  /** Waits until a claim has its volume, and takes over what that made of it. */
  private void bind(JsonObject claim) throws Exception {
    String path = ManifestPaths.object(claim);
    Await.until(
        "claims are bound",
        () -> Json.text(Json.child(api.get(path), "status"), "phase").equals("Bound"));
    JsonObject metadata = Json.child(api.get(path), "metadata");
    Json.child(claim, "metadata").add("annotations", metadata.get("annotations"));
  }

  /** Creates an object with the status that it has; returns whether it was accepted. */
  private boolean create(JsonObject object) throws IOException {
    AdminApi.Answer answer =
        api.exchange("POST", ManifestPaths.list(object), "application/json", object.toString());
    if (answer.code() >= 500) {
      throw new IOException(answer.toString());
    }
    if (answer.code() < 300 && object.has("status")) {
      JsonObject status = Json.only(object, "status");
      JsonObject unused =
          api.patch(ManifestPaths.object(object) + "/status", status.toString(), MERGE);
    }
    return answer.code() < 300;
  }

  /** Records one pod. It stays if it gets a node, and maybe if it evicts others. */
  private JsonObject schedule(JsonObject pod, Aftermath aftermath) throws Exception {
    Set<String> earlier = terminating();
    PodOutcome outcome = PodOutcome.of(pod, api, scheduler);
    JsonObject recorded = outcome.recorded();
    if (!outcome.isCreated() || outcome.isPlaced()) {
      return recorded;
    }
    if (!outcome.nominated().isEmpty()) {
      Set<String> victims = victims(earlier);
      recorded.addProperty("nominated", outcome.nominated());
      recorded.add("victims", Json.array(victims.toArray()));
      recorded.addProperty("aftermath", aftermath.name().toLowerCase(Locale.ROOT));
      if (aftermath == Aftermath.WAITING) {
        return recorded;
      }
      // The pod goes first, since it would be scheduled once the others have gone.
      api.delete(ManifestPaths.object(pod));
      if (aftermath == Aftermath.GONE) {
        delete(victims);
      }
      return recorded;
    }
    api.delete(ManifestPaths.object(pod));
    return recorded;
  }

  private void delete(Set<String> pods) throws IOException {
    for (String pod : pods) {
      String[] name = pod.split("/", 2);
      api.delete("/api/v1/namespaces/" + name[0] + "/pods/" + name[1]);
    }
  }

  /** Evictions go on after the condition is there; they are over when no more is seen. */
  private Set<String> victims(Set<String> earlier) throws Exception {
    Set<String> last = terminating();
    long end = System.nanoTime() + WHILE.toNanos();
    while (System.nanoTime() < end) {
      Set<String> now = terminating();
      if (!now.equals(last)) {
        last = now;
        end = System.nanoTime() + WHILE.toNanos();
      }
      Await.pause();
    }
    last.removeAll(earlier);
    return last;
  }

  private Set<String> terminating() throws IOException {
    Set<String> names = new TreeSet<>();
    for (JsonObject pod : api.list("/api/v1/pods")) {
      JsonObject metadata = Json.child(pod, "metadata");
      if (metadata.has("deletionTimestamp")) {
        names.add(Json.text(metadata, "namespace") + "/" + Json.name(pod));
      }
    }
    return names;
  }
}
