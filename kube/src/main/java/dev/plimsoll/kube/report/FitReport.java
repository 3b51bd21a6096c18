package dev.plimsoll.kube.report;

import com.google.gson.JsonObject;
import dev.plimsoll.model.admission.AdmissionReport;
import dev.plimsoll.model.cluster.Cluster;
import dev.plimsoll.model.object.Pod;
import dev.plimsoll.model.placement.framework.ScheduleResult;
import dev.plimsoll.model.whatif.PodFit;

/** How many more of a pod would run, as JSON. */
public final class FitReport {
  private FitReport() {}

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
    if (podFit.unreadForAdmission().isEmpty()) {
      report
          .put("admitted", podFit.admitted())
          .putIfPresent("denial", podFit.denial().map(AdmissionReport::message));
    }
    if (podFit.unreadForPlacing().isEmpty()) {
      report
          .put("placeable", podFit.placeable())
          .putIfPresent("failure", podFit.failure().map(ScheduleResult::message))
          .put("nodes", podFit.nodes());
    }
    return report
        .put("unread", UnreadReport.of(podFit.unread()))
        .put("asOf", cluster.asOf())
        .put("kubernetes", ControlPlaneReport.of(cluster.controlPlane()))
        .put("omissions", cluster.omissions())
        .build();
  }
}
