package dev.plimsoll.kubernetes.admission.policy;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.AdmissionRequest;
import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.kubernetes.object.MatchResources;
import dev.plimsoll.kubernetes.object.MutatingAdmissionPolicy;
import dev.plimsoll.kubernetes.object.MutatingAdmissionPolicyBinding;
import dev.plimsoll.kubernetes.object.Namespace;
import dev.plimsoll.kubernetes.object.WebhookConfiguration;
import dev.plimsoll.kubernetes.workload.WebhookServer;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * A policy or webhook that is asked about a new object before it is validated, and may change it.
 * Its change, and whether its conditions match, aren't modelled.
 *
 * <p>Source: {@code
 * staging/src/k8s.io/apiserver/pkg/admission/plugin/policy/mutating/dispatcher.go} and {@code
 * staging/src/k8s.io/apiserver/pkg/admission/plugin/policy/generic/policy_dispatcher.go}.
 *
 * @param kind {@code a policy} or {@code a webhook}
 * @param name its kind and name, and where it is registered
 * @param mayDeny whether it may deny the object, too
 * @param remark what else is known of it, to stand after the rest
 */
public record Mutator(String kind, String name, boolean mayDeny, String remark) {
  private static final String POLICY = "a policy";
  private static final String IGNORE = "Ignore";

  /** Returns the policies and webhooks that look at a new object, in the order of their calls. */
  public static List<Mutator> of(Cluster cluster, ApiObject object) {
    return of(cluster, AdmissionRequest.create(object));
  }

  /** Returns the policies and webhooks that look at a request, in the order of their calls. */
  static List<Mutator> of(Cluster cluster, AdmissionRequest request) {
    Optional<Map<String, String>> labels =
        cluster
            .find(Namespace.class, "", request.object().namespace())
            .map(n -> n.metadata().labels());
    Predicate<MatchResources> looks = m -> m.mayMatch(request, labels);
    Stream<Mutator> bound =
        cluster.list(MutatingAdmissionPolicyBinding.class).stream()
            .filter(b -> b.match().stream().allMatch(looks))
            .flatMap(b -> bound(cluster, b, looks).stream());
    Stream<Mutator> webhooks =
        cluster.list(WebhookConfiguration.class).stream()
            .filter(WebhookConfiguration::isMutating)
            .flatMap(
                c ->
                    c.webhooks().stream()
                        .filter(w -> w.maySee(request, labels))
                        .map(w -> webhook(cluster, c, w)));
    return Stream.of(bound, unbound(cluster, looks), webhooks)
        .flatMap(Function.identity())
        .toList();
  }

  private static Optional<Mutator> bound(
      Cluster cluster, MutatingAdmissionPolicyBinding binding, Predicate<MatchResources> looks) {
    String name = name(binding.policyName()) + " with binding " + binding.name();
    Optional<MutatingAdmissionPolicy> policy =
        cluster.find(MutatingAdmissionPolicy.class, "", binding.policyName());
    if (policy.isEmpty()) {
      return cluster.covers(MutatingAdmissionPolicy.RESOURCE)
          ? Optional.empty()
          : Optional.of(new Mutator(POLICY, name, true, ": the policy was not read"));
    }
    return policy.filter(p -> looks.test(p.match())).map(p -> policy(p, name, ""));
  }

  private static Stream<Mutator> unbound(Cluster cluster, Predicate<MatchResources> looks) {
    return cluster.covers(MutatingAdmissionPolicyBinding.RESOURCE)
        ? Stream.empty()
        : cluster.list(MutatingAdmissionPolicy.class).stream()
            .filter(p -> looks.test(p.match()))
            .map(p -> policy(p, name(p.name()), ": its bindings were not read"));
  }

  private static String name(String policy) {
    return MutatingAdmissionPolicy.TYPE.kind() + " " + policy;
  }

  private static Mutator policy(MutatingAdmissionPolicy policy, String name, String unread) {
    return new Mutator(
        POLICY,
        name,
        !policy.failurePolicy().equals(IGNORE),
        failurePolicy(policy.failurePolicy()) + unread);
  }

  private static Mutator webhook(
      Cluster cluster, WebhookConfiguration configuration, WebhookConfiguration.Webhook webhook) {
    return new Mutator(
        "a webhook",
        "webhook "
            + webhook.name()
            + " of "
            + configuration.type().kind()
            + " "
            + configuration.name(),
        true,
        failurePolicy(webhook.failurePolicy()) + WebhookServer.withoutReadyPods(cluster, webhook));
  }

  private static String failurePolicy(String policy) {
    return " (failurePolicy " + policy + ")";
  }

  /** Returns a sentence that says whether the policy or webhook may change or deny the object. */
  public String sentence() {
    return name + (mayDeny ? " may change or deny it" : " may change it") + remark;
  }

  /** Returns that it may have what is denied pass, as a sentence. */
  public String mendingSentence(String denied) {
    return name + " may change " + denied + " before, so that it isn't denied" + remark;
  }
}
