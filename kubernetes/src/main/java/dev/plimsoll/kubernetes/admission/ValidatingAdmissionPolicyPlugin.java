package dev.plimsoll.kubernetes.admission;

import dev.plimsoll.kubernetes.admission.policy.PolicyOutcome;
import dev.plimsoll.kubernetes.admission.policy.ValidatingAdmissionPolicies;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.AdmissionRequest;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.version.DefaultPlugin;
import java.util.List;
import java.util.Optional;

/**
 * Kubernetes' admission plug-in {@code ValidatingAdmissionPolicy}: new pods must meet the policies
 * of the cluster. One of which it isn't known what it makes of a pod lets it pass here.
 *
 * <p>Source: {@code staging/src/k8s.io/apiserver/pkg/admission/plugin/policy/validating/plugin.go}.
 */
final class ValidatingAdmissionPolicyPlugin implements Layer {
  private static final String LAYER = DefaultPlugin.ValidatingAdmissionPolicy.name();

  @Override
  public Optional<AdmissionStep> admit(Cluster cluster, AdmissionRequest request) {
    if (!(request.object() instanceof Pod pod)
        || !request.isCreate()
        || !request.subresource().isEmpty()) {
      return Optional.empty();
    }
    return ValidatingAdmissionPolicies.of(cluster, request, pod).stream()
        .filter(PolicyOutcome.Denied.class::isInstance)
        .map(PolicyOutcome.Denied.class::cast)
        .findFirst()
        .map(
            denied ->
                AdmissionStep.denied(
                    LAYER,
                    pod,
                    new AdmissionEffect.Forbidden(LAYER, List.of()),
                    Denial.byPolicy(pod, denied)));
  }
}
