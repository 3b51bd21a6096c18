package dev.plimsoll.kubernetes.admission;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.AdmissionRequest;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.PodSpec;
import dev.plimsoll.kubernetes.workload.ExtendedTolerations;
import java.util.Optional;

/**
 * Kubernetes' admission plug-in that lets pods tolerate taints with the names of the extended
 * resources that the pods request. The cluster tells whether the plug-in runs.
 */
final class ExtendedResourceToleration implements Layer {
  private final Optional<Cluster> told;
  private Optional<ExtendedTolerations> found = Optional.empty();

  /** Creates the layer of an API server with the default plug-ins. */
  ExtendedResourceToleration() {
    this.told = Optional.empty();
  }

  /** Creates the layer of the API server of a cluster. */
  ExtendedResourceToleration(Cluster told) {
    this.told = Optional.of(told);
  }

  /** Returns the tolerations; found on first use. */
  synchronized ExtendedTolerations tolerations() {
    ExtendedTolerations tolerations =
        found.or(() -> told.map(ExtendedTolerations::of)).orElse(ExtendedTolerations.NONE);
    found = Optional.of(tolerations);
    return tolerations;
  }

  @Override
  public Optional<AdmissionStep> admit(Cluster cluster, AdmissionRequest request) {
    if (!(request.object() instanceof Pod pod) || !request.subresource().isEmpty()) {
      return Optional.empty();
    }
    PodSpec spec = tolerations().added(pod.spec());
    return spec.equals(pod.spec())
        ? Optional.empty()
        : Optional.of(
            AdmissionStep.passed(
                "ExtendedResourceToleration", pod.withSpec(spec), new AdmissionEffect.Plain()));
  }
}
