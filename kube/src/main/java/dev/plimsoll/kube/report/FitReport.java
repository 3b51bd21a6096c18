package dev.plimsoll.kube.report;

import com.google.gson.JsonObject;
import dev.plimsoll.kubernetes.admission.AdmissionReport;
import dev.plimsoll.kubernetes.admission.policy.UnmodelledAdmission;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.AdmissionRequest;
import dev.plimsoll.kubernetes.object.ObjectReference;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.placement.framework.ScheduleResult;
import dev.plimsoll.model.gap.Unexamined;
import dev.plimsoll.model.gap.detect.AutoscaledCapacity;
import dev.plimsoll.model.whatif.PodFit;
import java.util.List;
import java.util.Optional;

/** How many more of a pod would run, as JSON. */
public final class FitReport {
  private FitReport() {}

  /** Returns the steps that could not be decided for the pod, because a rule failed on it. */
  public static List<Unexamined> unexamined(Pod pod, PodFit podFit) {
    ObjectReference object = new ObjectReference("Pod", pod.namespace(), pod.name(), "");
    return Unexamined.distinct(
        podFit.defects().entrySet().stream()
            .map(d -> Unexamined.of(object, d.getKey(), d.getValue())));
  }

  /** Returns whether autoscalers may add a node for the next copy, if no node takes the copy. */
  public static Optional<String> autoscalers(Pod pod, PodFit podFit, Cluster cluster) {
    return podFit.failure().flatMap(f -> AutoscaledCapacity.sentence(cluster, pod));
  }

  /** Returns a sentence for each webhook and policy that may change or deny the copies. */
  public static List<String> webhooks(Pod pod, Cluster cluster) {
    return UnmodelledAdmission.of(cluster, AdmissionRequest.create(pod)).sentences();
  }

  /** Returns the answer; numbers that aren't known are absent. */
  public static JsonObject of(Pod pod, PodFit podFit, Cluster cluster) {
    JsonObjectBuilder report =
        JsonObjectBuilder.object()
            .put(
                "pod",
                JsonObjectBuilder.object()
                    .put("namespace", pod.namespace())
                    .put("name", pod.name())
                    .build())
            .put("asked", podFit.asked());
    if (podFit.isKnown()) {
      report.put("running", podFit.running()).put("stops", podFit.limit());
    }
    if (podFit.isAdmissionKnown()) {
      report
          .put("admitted", podFit.admitted())
          .putIfPresent("denial", podFit.denial().map(AdmissionReport::message));
    }
    if (podFit.isPlacingKnown()) {
      report
          .put("placeable", podFit.placeable())
          .putIfPresent("failure", podFit.failure().map(ScheduleResult::message))
          .put("nodes", podFit.nodes())
          .putIfPresent("autoscalers", autoscalers(pod, podFit, cluster));
    }
    List<String> webhooks = webhooks(pod, cluster);
    if (!webhooks.isEmpty()) {
      report.put("webhooks", webhooks);
    }
    return report
        .put("unread", UnreadReport.of(podFit.unread()))
        .put("unexamined", UnexaminedReport.of(unexamined(pod, podFit)))
        .put("asOf", cluster.asOf())
        .put("kubernetes", ControlPlaneReport.of(cluster.controlPlane()))
        .put("omissions", cluster.omissions())
        .build();
  }
}
