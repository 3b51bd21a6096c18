package dev.plimsoll.kube;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import dev.plimsoll.kube.conform.AdmissionReplay;
import dev.plimsoll.kubernetes.admission.AdmissionReport;
import dev.plimsoll.kubernetes.cluster.Cluster;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;

/** Replays recorded requests, and holds the ledgers to the built-in plug-in on the way. */
final class AdmissionConformance {
  private AdmissionConformance() {}

  /** Returns where the model differs from a recording, a sentence each. */
  static List<String> differences(JsonObject recorded) {
    return differences(recorded, (cluster, step) -> {});
  }

  /**
   * Returns the differences, and passes on each step with the cluster before it.
   *
   * @param before takes the cluster and the step
   */
  static List<String> differences(JsonObject recorded, BiConsumer<Cluster, JsonObject> before) {
    String namespace = recorded.get("namespace").getAsString();
    AdmissionReplay replay =
        new AdmissionReplay(
            namespace,
            RecordedNamespace.named(namespace, RecordedVectors.controlPlane(recorded)),
            AdmissionConformance::requireAlikeLedgers);
    List<String> differences = new ArrayList<>();
    List<JsonElement> steps = recorded.getAsJsonArray("steps").asList();
    for (int i = 0; i < steps.size(); i++) {
      JsonObject step = steps.get(i).getAsJsonObject();
      before.accept(replay.cluster(), step);
      for (String difference : replay.step(step).differences()) {
        differences.add("in step " + i + " the " + difference + ".");
      }
    }
    return differences;
  }

  private static void requireAlikeLedgers(Cluster cluster, AdmissionReport report) {
    LedgerConformance.difference(cluster, report)
        .ifPresent(
            difference -> {
              throw new IllegalStateException(difference);
            });
  }
}
