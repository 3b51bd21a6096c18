package dev.plimsoll.kubernetes.placement.plugins;

import dev.plimsoll.kubernetes.placement.framework.NodeLocalScore;
import dev.plimsoll.kubernetes.placement.framework.ScorePlugin;
import dev.plimsoll.kubernetes.placement.snapshot.NodeInfo;
import dev.plimsoll.kubernetes.placement.snapshot.PodInfo;
import dev.plimsoll.kubernetes.placement.snapshot.Snapshot;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.version.KubernetesControlPlane;
import dev.plimsoll.kubernetes.version.KubernetesVersion;
import java.util.List;

/**
 * Prefers nodes on which the pod makes the used shares of cpu and memory more alike. Up to
 * Kubernetes 1.35, it prefers nodes on which the shares with the pod are more alike. From 1.33 on,
 * pods that request neither get no score.
 *
 * <p>Source: {@code pkg/scheduler/framework/plugins/noderesources/balanced_allocation.go}.
 */
public final class NodeResourcesBalancedAllocation implements ScorePlugin {
  private static final List<ResourceName> SCORED = List.of(ResourceName.CPU, ResourceName.MEMORY);

  @Override
  public String name() {
    return "NodeResourcesBalancedAllocation";
  }

  @Override
  public long[] score(PodInfo pod, Snapshot snapshot, List<NodeInfo> nodes) {
    ResourceAllocation allocation = ResourceAllocation.actual(SCORED, pod.pod(), snapshot);
    KubernetesControlPlane controlPlane = snapshot.cluster().controlPlane();
    if (allocation.isBestEffort() && controlPlane.isAtLeast(KubernetesVersion.V1_33)) {
      return new long[0];
    }
    boolean improvement = controlPlane.isAtLeast(KubernetesVersion.V1_36);
    return new Balance(allocation, improvement).of(snapshot, nodes);
  }

  private record Balance(ResourceAllocation allocation, boolean improvement)
      implements NodeLocalScore {
    @Override
    public long of(NodeInfo node) {
      long with = balance(allocation, node, true);
      if (!improvement) {
        return with;
      }
      long without = balance(allocation, node, false);
      return MAX_NODE_SCORE / 2 + (MAX_NODE_SCORE / 2 + with - without) / 2;
    }
  }

  /** With two resources the standard deviation is half their difference; with one it is none. */
  private static long balance(ResourceAllocation allocation, NodeInfo node, boolean withPod) {
    double[] fractions = new double[SCORED.size()];
    int counted = 0;
    for (int i = 0; i < SCORED.size(); i++) {
      if (allocation.counts(i, node)) {
        long used = withPod ? allocation.requested(i, node) : allocation.allocated(i, node);
        fractions[counted++] = Math.min((double) used / allocation.capacity(i, node), 1);
      }
    }
    double deviation = counted == 2 ? Math.abs((fractions[0] - fractions[1]) / 2) : 0;
    return (long) ((1 - deviation) * MAX_NODE_SCORE);
  }
}
