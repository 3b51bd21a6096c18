package dev.plimsoll.model.explain;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.Namespace;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.ServiceAccount;
import dev.plimsoll.kubernetes.object.Toleration;
import dev.plimsoll.model.whatif.Attempt;
import dev.plimsoll.model.whatif.Simulation;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Names the rules that the model lacks and that may still decide on an admitted pod, as far as the
 * snapshot shows them.
 */
public final class UnmodelledRules {
  /** Annotations of namespaces for the plug-in {@code PodTolerationRestriction}. */
  public static final Set<String> TOLERATION_ANNOTATIONS =
      Set.of(
          "scheduler.alpha.kubernetes.io/defaultTolerations",
          "scheduler.alpha.kubernetes.io/tolerationsWhitelist");

  private UnmodelledRules() {}

  /** Returns a sentence for each. */
  static List<String> of(Simulation simulation, Attempt attempt) {
    Cluster cluster = simulation.cluster();
    Pod pod = attempt.pod();
    return Stream.of(
            ofAccount(cluster, pod),
            ofNamespace(cluster, pod),
            new AdmissionExtensions(cluster, pod).sentences(),
            attempt.isPlaced() ? Stream.<String>empty() : ofTolerations(simulation, pod))
        .flatMap(sentences -> sentences)
        .toList();
  }

  private static Stream<String> ofNamespace(Cluster cluster, Pod pod) {
    return cluster.find(Namespace.class, "", pod.namespace()).stream()
        .flatMap(n -> n.metadata().annotations().keySet().stream())
        .filter(TOLERATION_ANNOTATIONS::contains)
        .sorted()
        .map(
            annotation ->
                "the annotation "
                    + annotation
                    + " of its namespace is for the plug-in PodTolerationRestriction, which is not"
                    + " modelled, and may have changed or denied it");
  }

  private static Stream<String> ofTolerations(Simulation simulation, Pod pod) {
    return simulation.uncertainTolerations(pod).stream()
        .map(Toleration::key)
        .filter(
            key ->
                simulation.cluster().nodes().stream()
                    .flatMap(n -> n.taints().stream())
                    .anyMatch(t -> t.key().equals(key)))
        .map(
            key ->
                "whether the API server runs the plug-in ExtendedResourceToleration isn't known: the"
                    + " plug-in lets the pod tolerate the taint "
                    + key);
  }

  private static Stream<String> ofAccount(Cluster cluster, Pod pod) {
    return cluster
        .find(ServiceAccount.class, pod.namespace(), pod.spec().serviceAccountName())
        .filter(ServiceAccount::enforcesMountableSecrets)
        .map(
            account ->
                "service account "
                    + account.name()
                    + " allows its pods no secrets but its own, which is not modelled, and may have"
                    + " it denied")
        .stream();
  }
}
