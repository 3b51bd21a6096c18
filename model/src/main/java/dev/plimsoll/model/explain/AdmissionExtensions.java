package dev.plimsoll.model.explain;

import dev.plimsoll.kubernetes.admission.policy.Mutator;
import dev.plimsoll.kubernetes.admission.policy.PolicyOutcome;
import dev.plimsoll.kubernetes.admission.policy.UnmodelledAdmission;
import dev.plimsoll.kubernetes.admission.policy.ValidatingAdmissionPolicies;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.AdmissionRequest;
import dev.plimsoll.kubernetes.object.Namespace;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.ValidatingAdmissionPolicy;
import dev.plimsoll.kubernetes.object.ValidatingAdmissionPolicyBinding;
import dev.plimsoll.kubernetes.object.WebhookConfiguration;
import dev.plimsoll.kubernetes.object.WebhookConfiguration.Webhook;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The webhooks and policies that look at a new pod and have an unknown effect on it. For webhooks,
 * even the match of their conditions is unknown.
 */
final class AdmissionExtensions {
  private static final int REQUEST_SECONDS = 34;

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
    return Stream.of(
            timeouts(),
            mutators(),
            webhooks(),
            policies(),
            withoutBindings(),
            UnmodelledAdmission.unlisted(cluster).stream())
        .flatMap(Function.identity());
  }

  /**
   * Returns a sentence if webhooks that don't answer deny the pod even with failurePolicy Ignore.
   * The API server waits for mutating webhooks one after the other, and for validating webhooks
   * together. Source: {@code staging/src/k8s.io/apiserver/pkg/endpoints/handlers/rest.go}.
   */
  private Stream<String> timeouts() {
    List<Webhook> mutating = looking(true).toList();
    int seconds =
        mutating.stream().mapToInt(Webhook::timeoutSeconds).sum()
            + looking(false).mapToInt(Webhook::timeoutSeconds).max().orElse(0);
    return mutating.size() > 1 && seconds > REQUEST_SECONDS
        ? Stream.of(
            "its webhooks may take %d s together (%s), and the API server ends a request after %d s: if the webhooks don't answer, the API server denies the pod, even with failurePolicy Ignore"
                .formatted(
                    seconds,
                    mutating.stream()
                        .map(w -> w.name() + " " + w.timeoutSeconds() + " s")
                        .collect(Collectors.joining(", ")),
                    REQUEST_SECONDS))
        : Stream.empty();
  }

  private Stream<Webhook> looking(boolean mutating) {
    return cluster.list(WebhookConfiguration.class).stream()
        .filter(c -> c.isMutating() == mutating)
        .flatMap(c -> c.webhooks().stream())
        .filter(w -> w.maySeeCreationOf(pod, namespace));
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
                    .map(w -> UnmodelledAdmission.sentence(cluster, c, w)));
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
