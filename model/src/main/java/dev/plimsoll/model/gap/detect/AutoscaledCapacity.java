package dev.plimsoll.model.gap.detect;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.karpenter.LaunchedNodeClaims;
import dev.plimsoll.kubernetes.karpenter.NodePoolGrowth;
import dev.plimsoll.kubernetes.karpenter.NodePoolMatch;
import dev.plimsoll.kubernetes.object.KarpenterNodePool;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.recorded.AutoscalerRecord;
import dev.plimsoll.kubernetes.recorded.NodeGroupRecord;
import dev.plimsoll.model.gap.DetectionContext;
import java.util.ArrayList;
import java.util.List;

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

  /**
   * Returns the end of a sentence about pods without a node. It names the nodes that Karpenter
   * launches for them, and the NodePools that may grow for the others.
   */
  static String forPods(Cluster cluster, List<Pod> pods) {
    List<Pod> others = new ArrayList<>();
    List<String> launched = new ArrayList<>();
    for (Pod pod : pods) {
      LaunchedNodeClaims.of(cluster, pod)
          .ifPresentOrElse(claim -> launched.add(claim.name()), () -> others.add(pod));
    }
    return launched(launched, pods.size()) + (others.isEmpty() ? "" : growing(cluster, others));
  }

  private static String launched(List<String> ofPods, int pods) {
    List<String> claims = ofPods.stream().distinct().toList();
    if (claims.isEmpty()) {
      return "";
    }
    return "; Karpenter launches "
        + (claims.size() == 1 ? "NodeClaim " : claims.size() + " NodeClaims, such as ")
        + claims.get(0)
        + (claims.size() == 1 ? " for " : ", for ")
        + (pods == 1 ? "it" : ofPods.size() + " of them");
  }

  private static String growing(Cluster cluster, List<Pod> pods) {
    Pod pod = pods.get(0);
    List<KarpenterNodePool> growing =
        NodePoolMatch.growing(cluster, pod.spec(), DetectionContext.requests(pod));
    return growing.isEmpty() || AutoscalerRecord.isDeclinedByKarpenter(cluster, pods)
        ? ""
        : "; "
            + (growing.size() == 1
                ? "NodePool "
                : growing.size() + " NodePools of Karpenter, such as ")
            + growing.get(0).name()
            + (growing.size() == 1 ? " of Karpenter matches" : ", match")
            + " by taints and labels and may grow";
  }
}
