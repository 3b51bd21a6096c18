package dev.plimsoll.model.start;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.karpenter.NodePoolMatch;
import dev.plimsoll.kubernetes.object.KarpenterNodePool;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.pod.PodResources;
import dev.plimsoll.kubernetes.pod.PodResourcesOptions;
import dev.plimsoll.kubernetes.recorded.AutoscalerRecord;
import dev.plimsoll.kubernetes.recorded.NodeGroupRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Says whether an autoscaler may add nodes for a pod. NodePools and the status of Cluster
 * Autoscaler tell; where these were not read, labels that cloud providers set on nodes.
 */
final class NodeGrowth {
  private static final String OF_KARPENTER = "karpenter.sh/";
  private static final Set<String> OF_NODE_GROUPS =
      Set.of(
          "eks.amazonaws.com/nodegroup",
          "cloud.google.com/gke-nodepool",
          "kubernetes.azure.com/agentpool");

  private NodeGrowth() {}

  static List<String> sentences(Cluster cluster, Pod pod) {
    List<String> sentences = new ArrayList<>();
    if (mayKarpenterAdd(cluster, pod) || mayClusterAutoscalerAdd(cluster, pod)) {
      sentences.add("An autoscaler may add nodes, which makes it sooner than estimated.");
    }
    NodeGroupRecord.limited(cluster).ifPresent(groups -> sentences.add(groups + "."));
    return sentences;
  }

  private static boolean mayKarpenterAdd(Cluster cluster, Pod pod) {
    return cluster.covers(KarpenterNodePool.RESOURCE)
        ? !AutoscalerRecord.isDeclinedByKarpenter(cluster, List.of(pod))
            && !NodePoolMatch.growing(
                    cluster,
                    pod.spec(),
                    PodResources.requests(pod, PodResourcesOptions.SCHEDULER_INCOMING))
                .isEmpty()
        : isLabelled(cluster, OF_KARPENTER);
  }

  private static boolean mayClusterAutoscalerAdd(Cluster cluster, Pod pod) {
    boolean isDeclined =
        AutoscalerRecord.ofClusterAutoscaler(cluster, pod)
            .filter(e -> e.reason().equals(AutoscalerRecord.DECLINED))
            .isPresent();
    boolean isLabelled = OF_NODE_GROUPS.stream().anyMatch(label -> isLabelled(cluster, label));
    return !isDeclined
        && (NodeGroupRecord.growing(cluster).isPresent()
            || (isLabelled && NodeGroupRecord.obstacle(cluster).isEmpty()));
  }

  private static boolean isLabelled(Cluster cluster, String prefix) {
    return cluster.nodes().stream()
        .flatMap(node -> node.metadata().labels().keySet().stream())
        .anyMatch(label -> label.startsWith(prefix));
  }
}
