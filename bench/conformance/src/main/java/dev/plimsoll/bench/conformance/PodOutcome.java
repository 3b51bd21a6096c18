package dev.plimsoll.bench.conformance;

import com.google.gson.JsonObject;
import dev.plimsoll.kube.conform.Json;
import dev.plimsoll.kube.conform.ManifestPaths;
import dev.plimsoll.testkit.plane.AdminApi;
import java.util.List;
import java.util.Optional;

/**
 * What became of a pod.
 *
 * @param recorded the line about it
 * @param pod the pod as it is then; empty if the API server denied it
 */
record PodOutcome(JsonObject recorded, Optional<JsonObject> pod) {

  /** Creates a pod and waits for kube-scheduler. */
  static PodOutcome of(JsonObject manifest, AdminApi api, RealScheduler scheduler)
      throws Exception {
    AdminApi.Answer created =
        api.exchange("POST", ManifestPaths.list(manifest), "application/json", manifest.toString());
    if (created.code() >= 300) {
      JsonObject denied =
          Json.object(
              "pod", manifest, "code", created.code(), "message", created.body().get("message"));
      return new PodOutcome(denied, Optional.empty());
    }
    JsonObject pod = scheduler.answer(created.body());
    JsonObject recorded = Json.object("pod", manifest);
    String node = Json.text(Json.child(pod, "spec"), "nodeName");
    Optional<JsonObject> condition = RealScheduler.condition(pod);
    if (!node.isEmpty()) {
      recorded.addProperty("node", node);
      List<List<String>> feasible = scheduler.feasible(pod);
      if (feasible.size() == 1) {
        recorded.add("feasible", Json.array(feasible.get(0).toArray()));
      }
    } else if (condition.isPresent()) {
      recorded.add("reason", condition.get().get("reason"));
      recorded.add("message", condition.get().get("message"));
    } else {
      recorded.addProperty("nothing", true);
    }
    return new PodOutcome(recorded, Optional.of(pod));
  }

  boolean isCreated() {
    return pod.isPresent();
  }

  boolean isPlaced() {
    return recorded.has("node");
  }

  /** Returns the node where others are evicted for it; empty for none. */
  String nominated() {
    return pod.map(p -> Json.text(Json.child(p, "status"), "nominatedNodeName")).orElse("");
  }
}
