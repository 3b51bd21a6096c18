package dev.plimsoll.model.gap;

import dev.plimsoll.kubernetes.object.Node;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.PodAffinityTerm;
import dev.plimsoll.kubernetes.placement.framework.NodeDiagnosis;
import dev.plimsoll.kubernetes.workload.PodTemplateOwner;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A workload that requires a separate topology domain for each pod, and more domains than the nodes
 * have.
 *
 * @param workload the workload, as {@code kind/name}
 * @param term the anti-affinity that requires it
 * @param pods how many pods the workload should have
 * @param domains how many domains the nodes have that the pods may use
 */
public record PodsApart(String workload, PodAffinityTerm term, int pods, int domains) {
  private static final Set<String> NOT_FOR_THEM = Set.of("NodeName", "NodeAffinity");

  /** Returns the first such requirement of pods, if there is one. */
  public static Optional<PodsApart> of(UnschedulablePods pods) {
    Pod pod = pods.pods().get(0);
    int wanted =
        pods.workload().templateOwners().stream()
            .mapToInt((PodTemplateOwner o) -> o.pods().size() + o.missing())
            .sum();
    return pod.spec().affinity().requiredAntiPods().stream()
        .filter(t -> selects(t, pod))
        .map(t -> new PodsApart(pods.workload().label(), t, wanted, domains(pods, t.topologyKey())))
        .filter(a -> a.domains() > 0 && a.domains() < a.pods())
        .findFirst();
  }

  private static boolean selects(PodAffinityTerm term, Pod pod) {
    boolean ownNamespace =
        term.namespaceSelector().isEmpty()
            && (term.namespaces().isEmpty() || term.namespaces().contains(pod.namespace()));
    return ownNamespace
        && term.labelSelector().filter(s -> s.matches(pod.metadata().labels())).isPresent();
  }

  private static int domains(UnschedulablePods pods, String key) {
    return pods.result().nodes().stream()
        .filter(n -> !NOT_FOR_THEM.contains(n.plugin()))
        .map(NodeDiagnosis::node)
        .map((Node n) -> n.metadata().labels().get(key))
        .filter(Objects::nonNull)
        .collect(Collectors.toSet())
        .size();
  }

  /** Returns the contradiction in one sentence. */
  public String sentence() {
    return "%d pods of %s must each be in another %s (required anti-affinity), and the nodes that they may use have %d"
        .formatted(pods, workload, term.topologyKey(), domains);
  }
}
