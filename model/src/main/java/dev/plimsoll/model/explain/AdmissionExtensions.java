package dev.plimsoll.model.explain;

import dev.plimsoll.kubernetes.admission.policy.Mutator;
import dev.plimsoll.kubernetes.admission.policy.PolicyOutcome;
import dev.plimsoll.kubernetes.admission.policy.ValidatingAdmissionPolicies;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.AdmissionRequest;
import dev.plimsoll.kubernetes.object.Namespace;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.ValidatingAdmissionPolicy;
import dev.plimsoll.kubernetes.object.ValidatingAdmissionPolicyBinding;
import dev.plimsoll.kubernetes.object.WebhookConfiguration;
import dev.plimsoll.kubernetes.object.WebhookConfiguration.Webhook;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * The webhooks and policies that look at a new pod and have an unknown effect on it. For webhooks,
 * even the match of their conditions is unknown.
 */
final class AdmissionExtensions {
  private final Cluster cluster;
  private final Pod pod;
  private final Optional<Map<String, String>> namespace;

  AdmissionExtensions(Cluster cluster, Pod pod) {
    this.cluster = cluster;
    this.pod = pod;
    this.namespace =
        cluster.find(Namespace.class, "", pod.namespace()).map(n -> n.metadata().labels());
  }

  /** Returns a sentence for each. */
  Stream<String> sentences() {
    return Stream.of(mutators(), webhooks(), policies(), withoutBindings())
        .flatMap(Function.identity());
  }

  private Stream<String> mutators() {
    return Mutator.of(cluster, pod).stream().map(Mutator::sentence);
  }

  private Stream<String> webhooks() {
    return cluster.list(WebhookConfiguration.class).stream()
        .filter(c -> !c.isMutating())
        .flatMap(
            c ->
                c.webhooks().stream()
                    .filter(w -> w.maySeeCreationOf(pod, namespace))
                    .map(w -> sentence(c, w)));
  }

  private static String sentence(WebhookConfiguration configuration, Webhook webhook) {
    return "webhook "
        + webhook.name()
        + " of "
        + configuration.type().kind()
        + " "
        + configuration.name()
        + " may deny it (failurePolicy "
        + webhook.failurePolicy()
        + ")";
  }

  private Stream<String> policies() {
    return ValidatingAdmissionPolicies.of(cluster, AdmissionRequest.create(pod), pod).stream()
        .filter(PolicyOutcome.Undecided.class::isInstance)
        .map(PolicyOutcome.Undecided.class::cast)
        .map(
            undecided ->
                "ValidatingAdmissionPolicy "
                    + undecided.policy()
                    + " with binding "
                    + undecided.binding()
                    + " may deny it: "
                    + undecided.why());
  }

  private Stream<String> withoutBindings() {
    if (cluster.covers(ValidatingAdmissionPolicyBinding.RESOURCE)) {
      return Stream.empty();
    }
    return cluster.list(ValidatingAdmissionPolicy.class).stream()
        .filter(p -> p.match().mayMatchCreationOf(pod, namespace))
        .map(
            p ->
                "ValidatingAdmissionPolicy "
                    + p.name()
                    + " may deny it: its bindings were not read");
  }
}
