package dev.plimsoll.model.gap.detect;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.karpenter.NodePoolGrowth;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.recorded.NodeGroupRecord;

/** Names the nodes that autoscalers may add to the capacity, as the end of a sentence. */
final class AutoscaledCapacity {
  private AutoscaledCapacity() {}

  /** Returns the end of a sentence about the capacity of a resource; empty without autoscalers. */
  static String mayCome(Cluster cluster, ResourceName resource) {
    return NodePoolGrowth.mayAdd(cluster, resource)
            .map(more -> "; NodePools of Karpenter may add " + more)
            .orElse("")
        + NodeGroupRecord.growing(cluster)
            .map(
                groups ->
                    "; node groups of Cluster Autoscaler may grow (their resources are unknown): "
                        + groups)
            .orElse("");
  }
}
