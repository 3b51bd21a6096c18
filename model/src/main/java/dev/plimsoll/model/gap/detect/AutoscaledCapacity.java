package dev.plimsoll.model.gap.detect;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.karpenter.NodePoolGrowth;
import dev.plimsoll.kubernetes.karpenter.NodePoolMatch;
import dev.plimsoll.kubernetes.object.KarpenterNodePool;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.recorded.AutoscalerRecord;
import dev.plimsoll.kubernetes.recorded.NodeGroupRecord;
import dev.plimsoll.model.gap.DetectionContext;
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
        NodePoolGrowth.mayAdd(cluster, resource).map("NodePools of Karpenter may add "::concat),
        growing(cluster, "their resources are unknown"));
  }

  /** Returns the end of a sentence about pods that find no node; empty without autoscalers. */
  static String mayCome(Cluster cluster, List<Pod> pods) {
    return end(nodePools(cluster, pods), nodeGroups(cluster, pods));
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

  private static String end(Optional<String> ofKarpenter, Optional<String> ofNodeGroups) {
    return Stream.of(ofKarpenter, ofNodeGroups)
        .flatMap(Optional::stream)
        .map(SEPARATOR::concat)
        .collect(Collectors.joining());
  }
}
