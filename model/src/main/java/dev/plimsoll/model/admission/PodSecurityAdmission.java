package dev.plimsoll.model.admission;

import dev.plimsoll.model.admission.podsecurity.PodSecurityPolicy;
import dev.plimsoll.model.cluster.Cluster;
import dev.plimsoll.model.object.AdmissionRequest;
import dev.plimsoll.model.object.Namespace;
import dev.plimsoll.model.object.Pod;
import dev.plimsoll.model.version.DefaultPlugin;
import java.util.Optional;

/**
 * Kubernetes' admission plug-in {@code PodSecurity}: a new pod must meet the standards of the level
 * that the labels of its namespace enforce. Whom the API server's configuration exempts, and what
 * it has enforced without labels, no snapshot shows.
 *
 * <p>Source: {@code ValidatePod} in {@code
 * staging/src/k8s.io/pod-security-admission/admission/admission.go}.
 */
final class PodSecurityAdmission implements Layer {
  private static final String LAYER = DefaultPlugin.PodSecurity.name();

  @Override
  public Optional<AdmissionStep> admit(Cluster cluster, AdmissionRequest request) {
    if (!(request.object() instanceof Pod pod)
        || !request.isCreate()
        || !request.subresource().isEmpty()) {
      return Optional.empty();
    }
    int newest = cluster.controlPlane().rules().minor();
    return cluster
        .find(Namespace.class, "", pod.namespace())
        .map(n -> PodSecurityPolicy.enforced(n.metadata().labels()))
        .flatMap(policy -> policy.violations(pod, newest))
        .map(violations -> AdmissionStep.forbiddenBy(LAYER, pod, violations));
  }
}
