package dev.plimsoll.kubernetes.admission;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.AdmissionRequest;
import dev.plimsoll.kubernetes.version.FeatureGate;
import java.util.Optional;

/**
 * Whether the API server has what a request is for: {@code pods/resize} and the kinds of dynamic
 * resource allocation come with a feature gate.
 *
 * <p>Source: {@code pkg/registry/core/rest/storage_core.go}, {@code
 * pkg/registry/resource/rest/storage_resource.go}.
 */
final class ServedResources implements Layer {
  private static final Denial NO_GROUP = new Denial(404, "", "404 page not found");
  private static final Denial NO_SUBRESOURCE =
      new Denial(404, "NotFound", "the server could not find the requested resource");

  @Override
  public Optional<AdmissionStep> admit(Cluster cluster, AdmissionRequest request) {
    if (!cluster.serves(request.resource())) {
      return Optional.of(denied(request, NO_GROUP));
    }
    return request.subresource().equals("resize")
            && !cluster.controlPlane().enables(FeatureGate.POD_VERTICAL_SCALING)
        ? Optional.of(denied(request, NO_SUBRESOURCE))
        : Optional.empty();
  }

  private static AdmissionStep denied(AdmissionRequest request, Denial denial) {
    return AdmissionStep.denied("Routing", request.object(), new AdmissionEffect.Plain(), denial);
  }
}
