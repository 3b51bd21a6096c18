package dev.plimsoll.advisor.recommend;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.karpenter.NodePoolGrowth;
import dev.plimsoll.kubernetes.object.KarpenterNodePool;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.recorded.NodeGroupRecord;
import dev.plimsoll.model.tenancy.DividedResource;
import dev.plimsoll.model.tenancy.TenantCapacity;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Tells of nodes that an autoscaler may add and that the policy doesn't count. An autoscaler adds
 * nodes for pods that exist, and a quota at the capacity of today denies them.
 */
final class AutoscaledNodes {
  private final Cluster cluster;
  private final TenantCapacity capacity;

  AutoscaledNodes(Cluster cluster, TenantCapacity capacity) {
    this.cluster = cluster;
    this.capacity = capacity;
  }

  /** Returns a note for each resource whose quotas keep an autoscaler from adding nodes. */
  List<String> notes() {
    List<String> notes = new ArrayList<>();
    for (DividedResource resource : capacity.policy().resources()) {
      boolean leavesWaiting =
          capacity.policy().division().overcommit().compareTo(BigDecimal.ONE) > 0;
      boolean leavesOut = !isAutoscaled(resource);
      if (leavesOut && (!leavesWaiting || capacity.divided(resource) == 0)) {
        mayAdd(resource.name())
            .ifPresent(
                more ->
                    notes.add(
                        more
                            + ", and the division of "
                            + resource.name()
                            + " counts only nodes that exist. No autoscaler adds a node for pods"
                            + " that a quota denies."
                            + " Say in pools[].autoscaling how far the pools may grow."));
      }
    }
    return notes;
  }

  /** Returns which nodes may come if no node has the resource now. */
  Optional<String> insteadOfNone(ResourceName resource) {
    return capacity.policy().resources().stream()
        .filter(r -> r.name().equals(resource) && capacity.divided(r) == 0)
        .findFirst()
        .flatMap(r -> mayAdd(resource));
  }

  private boolean isAutoscaled(DividedResource resource) {
    return capacity.policy().pools().stream()
        .filter(p -> resource.countsIn(p.name()))
        .flatMap(p -> p.autoscaling().stream())
        .anyMatch(a -> a.allocatable().getOrZero(resource.name()).signum() > 0);
  }

  private Optional<String> mayAdd(ResourceName resource) {
    return ofKarpenter(resource)
        .or(
            () ->
                NodeGroupRecord.growing(cluster)
                    .map(groups -> "node groups of Cluster Autoscaler may grow: " + groups));
  }

  private Optional<String> ofKarpenter(ResourceName resource) {
    return NodePoolGrowth.mayAdd(cluster, resource)
        .map(more -> "NodePools of Karpenter may add " + more)
        .or(
            () ->
                !cluster.covers(KarpenterNodePool.RESOURCE) && hasNodesOfKarpenter()
                    ? Optional.of("Karpenter may add nodes (its NodePools were not read)")
                    : Optional.empty());
  }

  private boolean hasNodesOfKarpenter() {
    return cluster.nodes().stream()
        .anyMatch(n -> n.metadata().labels().containsKey(KarpenterNodePool.LABEL));
  }
}
