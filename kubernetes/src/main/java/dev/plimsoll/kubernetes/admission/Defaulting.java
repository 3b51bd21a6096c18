package dev.plimsoll.kubernetes.admission;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.AdmissionRequest;
import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.pod.PodDefaults;
import java.util.Optional;

/**
 * Applies the defaults that the API server sets when it decodes an object. The API server decodes
 * the request's object before any plug-in sees it, and the stored object after the plug-ins have
 * changed it.
 *
 * <p>Source: {@code pkg/apis/core/v1/defaults.go}.
 */
final class Defaulting implements Layer {

  @Override
  public Optional<AdmissionStep> admit(Cluster cluster, AdmissionRequest request) {
    return Optional.of(
        AdmissionStep.passed(
            "Defaulting", defaulted(request.object()), new AdmissionEffect.Plain()));
  }

  private static ApiObject defaulted(ApiObject object) {
    return object instanceof Pod pod ? PodDefaults.apply(pod) : ObjectDefaults.apply(object);
  }
}
