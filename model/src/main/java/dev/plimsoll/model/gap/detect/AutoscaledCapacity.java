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
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Names the nodes that autoscalers may add to the capacity, as the end of a sentence. */
public final class AutoscaledCapacity {
  private static final String SEPARATOR = "; ";
  private static final String UNKNOWN = "whether a new node takes the pod is unknown";

  private AutoscaledCapacity() {}

  /** Returns the end of a sentence about the capacity of a resource; empty without autoscalers. */
  static String mayCome(Cluster cluster, ResourceName resource) {
    return end(
        List.of(
            NodePoolGrowth.mayAdd(cluster, resource).map("NodePools of Karpenter may add "::concat),
            growing(cluster, "their resources are unknown")));
  }

  /**
   * Returns the end of a sentence about pods that find no node; empty without autoscalers. It names
   * the nodes that Karpenter launches for them, and the NodePools that may grow for the others.
   */
  static String mayCome(Cluster cluster, List<Pod> pods) {
    List<Pod> others = new ArrayList<>();
    List<String> launched = new ArrayList<>();
    for (Pod pod : pods) {
      LaunchedNodeClaims.of(cluster, pod)
          .ifPresentOrElse(claim -> launched.add(claim.name()), () -> others.add(pod));
    }
    return end(
        List.of(
            launched(launched, pods.size()),
            others.isEmpty() ? Optional.empty() : nodePools(cluster, others),
            nodeGroups(cluster, pods)));
  }

  private static Optional<String> launched(List<String> ofPods, int pods) {
    List<String> claims = ofPods.stream().distinct().toList();
    return claims.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "Karpenter launches "
                + (claims.size() == 1 ? "NodeClaim " : claims.size() + " NodeClaims, such as ")
                + claims.get(0)
                + (claims.size() == 1 ? " for " : ", for ")
                + (pods == 1 ? "it" : ofPods.size() + " of them"));
  }

  /** Returns whether autoscalers may add a node for a pod that doesn't exist; empty if unknown. */
  public static Optional<String> sentence(Cluster cluster, Pod pod) {
    return Stream.of(
            nodePools(cluster, List.of(pod)),
            growing(cluster, UNKNOWN).or(() -> NodeGroupRecord.obstacle(cluster)))
        .flatMap(Optional::stream)
        .reduce((a, b) -> a + SEPARATOR + b)
        .map(text -> Character.toUpperCase(text.charAt(0)) + text.substring(1) + ".");
  }

  private static Optional<String> nodePools(Cluster cluster, List<Pod> pods) {
    Pod pod = pods.get(0);
    List<KarpenterNodePool> growing =
        NodePoolMatch.growing(cluster, pod.spec(), DetectionContext.requests(pod));
    return growing.isEmpty() || AutoscalerRecord.isDeclinedByKarpenter(cluster, pods)
        ? Optional.empty()
        : Optional.of(
            (growing.size() == 1
                    ? "NodePool "
                    : growing.size() + " NodePools of Karpenter, such as ")
                + growing.get(0).name()
                + (growing.size() == 1 ? " of Karpenter matches" : ", match")
                + " by taints and labels and may grow");
  }

  private static Optional<String> nodeGroups(Cluster cluster, List<Pod> pods) {
    return AutoscalerRecord.ofClusterAutoscaler(cluster, pods)
        .map(event -> "the last event of Cluster Autoscaler says: " + event.note())
        .or(() -> growing(cluster, UNKNOWN));
  }

  private static Optional<String> growing(Cluster cluster, String unknown) {
    return NodeGroupRecord.growing(cluster)
        .map(
            groups ->
                "node groups of Cluster Autoscaler may grow (%s): %s".formatted(unknown, groups));
  }

  private static String end(List<Optional<String>> clauses) {
    return clauses.stream()
        .flatMap(Optional::stream)
        .map(SEPARATOR::concat)
        .collect(Collectors.joining());
  }
}
