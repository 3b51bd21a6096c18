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

  /** Returns the answer. */
  public static JsonObject of(Pod pod, PodFit podFit, Cluster cluster) {
    return JsonObjectBuilder.object()
        .put(
            "pod",
            JsonObjectBuilder.object()
                .put("namespace", pod.namespace())
                .put("name", pod.name())
                .build())
        .put("asked", podFit.asked())
        .put("running", podFit.running())
        .put("admitted", podFit.admitted())
        .put("placeable", podFit.placeable())
        .put("stops", podFit.limit())
        .putIfPresent("denial", podFit.denial().map(AdmissionReport::message))
        .putIfPresent("failure", podFit.failure().map(ScheduleResult::message))
        .put("nodes", podFit.nodes())
        .put("asOf", cluster.asOf())
        .put("kubernetes", ControlPlaneReport.of(cluster.controlPlane()))
        .put("omissions", cluster.omissions())
        .build();
  }
}
