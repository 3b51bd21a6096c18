package dev.plimsoll.kube;

import com.google.gson.JsonObject;
import dev.plimsoll.kube.json.JsonTree;
import dev.plimsoll.kube.json.ObjectReader;
import dev.plimsoll.kubernetes.admission.AdmissionChain;
import dev.plimsoll.kubernetes.admission.AdmissionReport;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.AdmissionRequest;
import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.kubernetes.object.Namespace;
import dev.plimsoll.kubernetes.object.ObjectMeta;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Asks for the pod of a recording in a namespace with the labels of the recording. */
final class PodSecurityConformance {
  private static final String NAMESPACE = "n";

  private PodSecurityConformance() {}

  /** Returns where the model differs from a recording, a sentence each. */
  static List<String> differences(JsonObject recorded) {
    Map<String, String> labels = new TreeMap<>();
    recorded
        .getAsJsonObject("labels")
        .entrySet()
        .forEach(e -> labels.put(e.getKey(), e.getValue().getAsString()));
    Cluster cluster =
        Cluster.builder(Instant.EPOCH)
            .complete()
            .controlPlane(RecordedVectors.controlPlane(recorded))
            .add(new Namespace(ObjectMeta.builder().name(NAMESPACE).labels(labels).build()))
            .build();
    AdmissionReport report =
        AdmissionChain.standard().admit(cluster, AdmissionRequest.create(pod(recorded)));
    String said = report.code() + " " + report.message();
    String wanted =
        recorded.get("code").getAsInt()
            + " "
            + (recorded.has("message") ? recorded.get("message").getAsString() : "");
    return said.equals(wanted) ? List.of() : List.of("said " + said + " instead of " + wanted);
  }

  private static ApiObject pod(JsonObject recorded) {
    JsonObject pod = recorded.getAsJsonObject("pod").deepCopy();
    pod.getAsJsonObject("metadata").addProperty("namespace", NAMESPACE);
    return ObjectReader.read(JsonTree.of(pod));
  }
}
