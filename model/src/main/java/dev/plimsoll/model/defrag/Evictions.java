package dev.plimsoll.model.defrag;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.OwnerReference;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.PodDisruptionBudget;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Which pods may be evicted, as far as the cluster's budgets are known. A pod that waits or is
 * going counts for no budget; one with two budgets can't be evicted at all. A pod that isn't ready
 * is held to its budget, although the API server may let it go.
 *
 * <p>Source: {@code pkg/registry/core/pod/storage/eviction.go}.
 */
public final class Evictions {

  /** Owners whose pods are made again on the same node. */
  private static final Set<String> STAYING = Set.of("DaemonSet", "Node");

  /** The label of all pods of a LeaderWorkerSet. */
  private static final String GROUP = "leaderworkerset.sigs.k8s.io/group-key";

  private final Cluster cluster;

  private Evictions(Cluster cluster) {
    this.cluster = cluster;
  }

  /** Goes by a cluster's budgets. */
  public static Evictions of(Cluster cluster) {
    return new Evictions(cluster);
  }

  /**
   * Returns whether a controller makes the pod again, alone and not on the same node. A
   * LeaderWorkerSet restarts all pods of a group with a deleted pod.
   *
   * <p>Source: {@code handleRestartPolicy} in {@code
   * sigs.k8s.io/lws/pkg/controllers/pod_controller.go}.
   */
  public static boolean isMadeElsewhere(Pod pod) {
    Optional<String> owner = pod.metadata().controller().map(OwnerReference::kind);
    return !pod.isTerminating()
        && !pod.metadata().labels().containsKey(GROUP)
        && owner.isPresent()
        && !STAYING.contains(owner.get());
  }

  /** Returns the budgets that a pod counts for. */
  public List<PodDisruptionBudget> budgets(Pod pod) {
    return pod.isTerminating() || pod.isTerminal() || !pod.isBound()
        ? List.of()
        : cluster.list(PodDisruptionBudget.class, pod.namespace()).stream()
            .filter(b -> b.selects(pod))
            .toList();
  }

  /** Returns whether all budgets allow to evict these pods together. */
  public boolean allow(Collection<Pod> pods) {
    Map<PodDisruptionBudget, Long> evicted = new HashMap<>();
    for (Pod pod : pods) {
      List<PodDisruptionBudget> budgets = budgets(pod);
      if (budgets.size() > 1) {
        return false;
      }
      budgets.forEach(b -> evicted.merge(b, 1L, Long::sum));
    }
    return evicted.entrySet().stream().allMatch(e -> e.getValue() <= e.getKey().evictable());
  }
}
