package dev.plimsoll.kube.report;

import com.google.gson.JsonObject;
import dev.plimsoll.model.admission.AdmissionReport;
import dev.plimsoll.model.cluster.Cluster;
import dev.plimsoll.model.fit.Fit;
import dev.plimsoll.model.object.Pod;
import dev.plimsoll.model.whatif.Attempt;

/** How many more of a pod would run, as JSON. */
public final class FitReport {
  private FitReport() {}

  /** Returns the answer. */
  public static JsonObject of(Pod pod, Fit fit, Cluster cluster) {
    return Json.object()
        .put("pod", Json.object().put("namespace", pod.namespace()).put("name", pod.name()).build())
        .put("asked", fit.asked())
        .put("running", fit.running())
        .put("admitted", fit.admitted())
        .put("placeable", fit.placeable())
        .put("stops", fit.limit())
        .putIfPresent("refusal", fit.refusal().map(AdmissionReport::message))
        .putIfPresent("failure", fit.failure().map(Attempt::message))
        .put("nodes", fit.nodes())
        .put("asOf", cluster.asOf())
        .put("omissions", cluster.omissions())
        .build();
  }
}
