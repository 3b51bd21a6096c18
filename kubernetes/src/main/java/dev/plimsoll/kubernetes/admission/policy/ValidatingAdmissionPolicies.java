package dev.plimsoll.kubernetes.admission.policy;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.AdmissionRequest;
import dev.plimsoll.kubernetes.object.Namespace;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.ValidatingAdmissionPolicy;
import dev.plimsoll.kubernetes.object.ValidatingAdmissionPolicyBinding;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Evaluates the validating admission policies of a cluster on a new pod.
 *
 * <p>Source: {@code
 * staging/src/k8s.io/apiserver/pkg/admission/plugin/policy/validating/dispatcher.go}.
 */
public final class ValidatingAdmissionPolicies {
  private final Cluster cluster;
  private final Pod pod;
  private final Optional<Map<String, String>> namespace;

  private ValidatingAdmissionPolicies(Cluster cluster, Pod pod) {
    this.cluster = cluster;
    this.pod = pod;
    this.namespace =
        cluster.find(Namespace.class, "", pod.namespace()).map(n -> n.metadata().labels());
  }

  /**
   * Returns the outcome of each policy and binding that looks at the pod and denies violations, in
   * the order of names.
   */
  public static List<PolicyOutcome> of(Cluster cluster, AdmissionRequest request, Pod pod) {
    Collection<ValidatingAdmissionPolicyBinding> bindings =
        cluster.list(ValidatingAdmissionPolicyBinding.class);
    return bindings.isEmpty()
        ? List.of()
        : new ValidatingAdmissionPolicies(cluster, pod).outcomes(request, bindings);
  }

  /** Returns whether some policy that was read looks at a pod, and its violation is denied. */
  public static boolean lookAt(Cluster cluster, Pod pod) {
    ValidatingAdmissionPolicies policies = new ValidatingAdmissionPolicies(cluster, pod);
    return policies
        .matching(cluster.list(ValidatingAdmissionPolicyBinding.class))
        .anyMatch(b -> policies.policy(b).isPresent());
  }

  private Stream<ValidatingAdmissionPolicyBinding> matching(
      Collection<ValidatingAdmissionPolicyBinding> bindings) {
    return bindings.stream()
        .filter(ValidatingAdmissionPolicyBinding::denies)
        .filter(b -> b.match().map(m -> m.mayMatchCreationOf(pod, namespace)).orElse(true));
  }

  private List<PolicyOutcome> outcomes(
      AdmissionRequest request, Collection<ValidatingAdmissionPolicyBinding> bindings) {
    List<ValidatingAdmissionPolicyBinding> matching =
        matching(bindings).filter(b -> policy(b).isPresent() || isUnread(b)).toList();
    if (matching.isEmpty()) {
      return List.of();
    }
    Optional<String> unknown = unknown();
    PolicyRequest seen = PolicyRequest.of(cluster, request, pod);
    return matching.stream()
        .map(
            b ->
                policy(b)
                    .map(p -> outcome(p, b, unknown, seen))
                    .orElseGet(
                        () ->
                            new PolicyOutcome.Undecided(
                                b.policyName(), b.name(), "the policy was not read")))
        .toList();
  }

  private boolean isUnread(ValidatingAdmissionPolicyBinding binding) {
    return !cluster.covers(ValidatingAdmissionPolicy.RESOURCE)
        && cluster.find(ValidatingAdmissionPolicy.class, "", binding.policyName()).isEmpty();
  }

  private Optional<ValidatingAdmissionPolicy> policy(ValidatingAdmissionPolicyBinding binding) {
    return cluster
        .find(ValidatingAdmissionPolicy.class, "", binding.policyName())
        .filter(p -> p.match().mayMatchCreationOf(pod, namespace));
  }

  /**
   * Returns the reason why the object that policies see is unknown; empty if policies see a known
   * one.
   */
  private Optional<String> unknown() {
    if (namespace.isEmpty()) {
      return Optional.of("the labels of the namespace were not read");
    }
    return Mutator.of(cluster, pod).stream()
        .findFirst()
        .map(mutator -> mutator.kind() + " may change the pod before");
  }

  private static PolicyOutcome outcome(
      ValidatingAdmissionPolicy policy,
      ValidatingAdmissionPolicyBinding binding,
      Optional<String> unknown,
      PolicyRequest seen) {
    Optional<String> why =
        policy.rules().hasParams() && binding.hasParams()
            ? Optional.of("the objects that it goes by are not modelled")
            : unknown;
    return why.<PolicyOutcome>map(
            w -> new PolicyOutcome.Undecided(policy.name(), binding.name(), w))
        .orElseGet(() -> PolicyEvaluation.of(policy, binding.name(), seen));
  }
}
