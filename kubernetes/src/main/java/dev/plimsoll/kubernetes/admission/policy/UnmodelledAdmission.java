package dev.plimsoll.kubernetes.admission.policy;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.cluster.Requirement;
import dev.plimsoll.kubernetes.cluster.Unread;
import dev.plimsoll.kubernetes.object.AdmissionRequest;
import dev.plimsoll.kubernetes.object.MatchResources;
import dev.plimsoll.kubernetes.object.MutatingAdmissionPolicy;
import dev.plimsoll.kubernetes.object.MutatingAdmissionPolicyBinding;
import dev.plimsoll.kubernetes.object.Namespace;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.ValidatingAdmissionPolicy;
import dev.plimsoll.kubernetes.object.ValidatingAdmissionPolicyBinding;
import dev.plimsoll.kubernetes.object.WebhookConfiguration;
import dev.plimsoll.kubernetes.version.FeatureGate;
import dev.plimsoll.kubernetes.version.KubernetesControlPlane;
import dev.plimsoll.kubernetes.version.KubernetesVersion;
import dev.plimsoll.kubernetes.workload.WebhookServer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * The webhooks and policies that may see a request and whose answer isn't modelled. Webhooks of
 * Plimsoll are not among them, because ledgers and capacity policies model their answers.
 *
 * <p>Source: the versions of {@code MutatingAdmissionPolicy} in {@code
 * staging/src/k8s.io/apiserver/pkg/features/kube_features.go}.
 *
 * @param mayChange sentences about webhooks and policies that may change the object, and mostly
 *     deny it, too
 * @param mayDeny sentences about webhooks and policies that may only deny the object
 */
public record UnmodelledAdmission(List<String> mayChange, List<String> mayDeny) {
  /** Nothing sees the request. */
  public static final UnmodelledAdmission NOTHING = new UnmodelledAdmission(List.of(), List.of());

  private static final Set<String> MODELLED = Set.of("quota.plimsoll.dev", "gate.plimsoll.dev");

  private static final List<Requirement> KINDS =
      Stream.of(
              WebhookConfiguration.MUTATING_RESOURCE,
              WebhookConfiguration.VALIDATING_RESOURCE,
              ValidatingAdmissionPolicy.RESOURCE)
          .map(Requirement::all)
          .toList();

  /** The API server serves these by default since Kubernetes 1.36. */
  private static final List<Requirement> MUTATING_POLICIES =
      Stream.of(MutatingAdmissionPolicy.RESOURCE, MutatingAdmissionPolicyBinding.RESOURCE)
          .map(Requirement::all)
          .toList();

  private static final String UNLISTED =
      "webhooks and policies in files of the API server (staticManifestsDir) are listed by no API,"
          + " so they were not read and may deny or change it";

  public UnmodelledAdmission {
    mayChange = List.copyOf(mayChange);
    mayDeny = List.copyOf(mayDeny);
  }

  /** Returns the webhooks and policies that may see a request. */
  public static UnmodelledAdmission of(Cluster cluster, AdmissionRequest request) {
    Optional<Map<String, String>> labels =
        cluster
            .find(Namespace.class, "", request.object().namespace())
            .map(n -> n.metadata().labels());
    List<String> mayDeny = new ArrayList<>();
    webhooks(cluster, request, labels).forEach(mayDeny::add);
    policies(cluster, request, m -> m.mayMatch(request, labels)).forEach(mayDeny::add);
    return new UnmodelledAdmission(
        mutators(cluster, request).stream().map(Mutator::sentence).toList(), mayDeny);
  }

  /** Returns the policies and webhooks whose changes of a request are not modelled. */
  public static List<Mutator> mutators(Cluster cluster, AdmissionRequest request) {
    return Mutator.of(cluster, request).stream()
        .filter(m -> MODELLED.stream().noneMatch(w -> m.name().startsWith("webhook " + w + " ")))
        .toList();
  }

  /**
   * Returns the kinds of webhooks and policies that were not read. A request may meet one of them
   * that nothing here names. Mutating policies count if the cluster is known to serve them.
   */
  public static Unread unread(Cluster cluster) {
    Unread unread = Unread.of(cluster, KINDS);
    KubernetesControlPlane controlPlane = cluster.controlPlane();
    return controlPlane.origin() != KubernetesControlPlane.Origin.DEFAULT
            && controlPlane.isAtLeast(KubernetesVersion.V1_36)
        ? unread.and(Unread.of(cluster, MUTATING_POLICIES))
        : unread;
  }

  /**
   * Returns a sentence about webhooks and policies in files of the API server, which no API lists;
   * empty if the API server reads none. A control plane that nobody names is taken to read none.
   */
  public static Optional<String> unlisted(Cluster cluster) {
    KubernetesControlPlane controlPlane = cluster.controlPlane();
    return controlPlane.origin() != KubernetesControlPlane.Origin.DEFAULT
            && controlPlane.enables(FeatureGate.MANIFEST_BASED_ADMISSION)
        ? Optional.of(UNLISTED)
        : Optional.empty();
  }

  /** Returns these and others, each once. */
  public UnmodelledAdmission and(UnmodelledAdmission other) {
    return new UnmodelledAdmission(
        Stream.concat(mayChange.stream(), other.mayChange.stream()).distinct().toList(),
        Stream.concat(mayDeny.stream(), other.mayDeny.stream()).distinct().toList());
  }

  /** Returns all sentences. */
  public List<String> sentences() {
    return Stream.concat(mayChange.stream(), mayDeny.stream()).toList();
  }

  private static Stream<String> webhooks(
      Cluster cluster, AdmissionRequest request, Optional<Map<String, String>> labels) {
    return cluster.list(WebhookConfiguration.class).stream()
        .filter(c -> !c.isMutating())
        .flatMap(
            c ->
                c.webhooks().stream()
                    .filter(w -> !MODELLED.contains(w.name()) && w.maySee(request, labels))
                    .map(w -> sentence(cluster, c, w)));
  }

  /** Returns a sentence that a validating webhook may deny an object. */
  public static String sentence(
      Cluster cluster, WebhookConfiguration configuration, WebhookConfiguration.Webhook webhook) {
    return "webhook %s of %s %s may deny it (failurePolicy %s)%s"
        .formatted(
            webhook.name(),
            configuration.type().kind(),
            configuration.name(),
            webhook.failurePolicy(),
            WebhookServer.withoutReadyPods(cluster, webhook));
  }

  /** Policies are evaluated on new pods, and on nothing else. */
  private static Stream<String> policies(
      Cluster cluster, AdmissionRequest request, Predicate<MatchResources> looks) {
    if (!cluster.covers(ValidatingAdmissionPolicyBinding.RESOURCE)) {
      return cluster.list(ValidatingAdmissionPolicy.class).stream()
          .filter(p -> looks.test(p.match()))
          .map(p -> sentence(p.name(), "its bindings were not read"));
    }
    if (request.isCreate() && request.object() instanceof Pod pod) {
      return ValidatingAdmissionPolicies.of(cluster, request, pod).stream()
          .filter(PolicyOutcome.Undecided.class::isInstance)
          .map(PolicyOutcome.Undecided.class::cast)
          .map(u -> sentence(u.policy(), u.why()));
    }
    return cluster.list(ValidatingAdmissionPolicyBinding.class).stream()
        .filter(ValidatingAdmissionPolicyBinding::denies)
        .filter(b -> b.match().stream().allMatch(looks))
        .flatMap(b -> cluster.find(ValidatingAdmissionPolicy.class, "", b.policyName()).stream())
        .filter(p -> looks.test(p.match()))
        .distinct()
        .map(p -> sentence(p.name(), "policies are evaluated on new pods only"));
  }

  private static String sentence(String policy, String why) {
    return ValidatingAdmissionPolicy.TYPE.kind() + " " + policy + " may deny it: " + why;
  }
}
