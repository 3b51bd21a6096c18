package dev.plimsoll.kubernetes.placement.plugins;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.PodDisruptionBudget;
import dev.plimsoll.kubernetes.placement.snapshot.PodInfo;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Orders pods for preemption by their PodDisruptionBudgets. Budgets protect no pod from preemption:
 * pods that a budget protects are only evicted last.
 *
 * <p>Source: {@code filterPodsWithPDBViolation} in {@code
 * pkg/scheduler/framework/plugins/defaultpreemption/default_preemption.go}. As in kube-scheduler,
 * and unlike evictions through the API, an empty selector selects no pod, and a status about a
 * former spec counts.
 */
final class DisruptionBudgets {
  private final Map<String, List<PodDisruptionBudget>> byNamespace = new HashMap<>();

  /** Takes a cluster's budgets. */
  DisruptionBudgets(Cluster cluster) {
    cluster
        .list(PodDisruptionBudget.class)
        .forEach(b -> byNamespace.computeIfAbsent(b.namespace(), n -> new ArrayList<>()).add(b));
  }

  /**
   * Returns the pods whose eviction, after the pods before them, violates a budget; in their order.
   */
  List<PodInfo> violating(List<PodInfo> pods) {
    if (byNamespace.isEmpty()) {
      return List.of();
    }
    Map<PodDisruptionBudget, Long> evicted = new HashMap<>();
    List<PodInfo> violating = new ArrayList<>();
    for (PodInfo pod : pods) {
      boolean violates = false;
      for (PodDisruptionBudget budget : of(pod)) {
        violates |= evicted.merge(budget, 1L, Long::sum) > budget.disruptionsAllowed();
      }
      if (violates) {
        violating.add(pod);
      }
    }
    return violating;
  }

  private List<PodDisruptionBudget> of(PodInfo pod) {
    return byNamespace.getOrDefault(pod.pod().namespace(), List.of()).stream()
        .filter(b -> b.selector().filter(s -> !s.isEmpty()).isPresent() && b.selects(pod.pod()))
        .filter(b -> !b.disruptedPods().contains(pod.pod().name()))
        .toList();
  }
}
