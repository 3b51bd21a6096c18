package dev.plimsoll.kube.report;

import com.google.gson.JsonObject;
import dev.plimsoll.kubernetes.version.KubernetesControlPlane;

/** The version of Kubernetes whose rules an answer applies, as JSON. */
final class ControlPlaneReport {
  private ControlPlaneReport() {}

  static JsonObject of(KubernetesControlPlane controlPlane) {
    return JsonObjectBuilder.object()
        .put("version", controlPlane.version().toString())
        .put("source", controlPlane.origin())
        .put("rules", controlPlane.rules().toString())
        .put("featureGates", controlPlane.changedGates())
        .build();
  }
}
