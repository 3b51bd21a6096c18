package dev.plimsoll.model.start;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.karpenter.LaunchedNodeClaims;
import dev.plimsoll.kubernetes.karpenter.NodePoolMatch;
import dev.plimsoll.kubernetes.object.Event;
import dev.plimsoll.kubernetes.object.KarpenterNodeClaim;
import dev.plimsoll.kubernetes.object.KarpenterNodePool;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.pod.PodResources;
import dev.plimsoll.kubernetes.pod.PodResourcesOptions;
import dev.plimsoll.kubernetes.recorded.AutoscalerRecord;
import dev.plimsoll.kubernetes.recorded.NodeGroupRecord;
import dev.plimsoll.model.whatif.Lazy;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

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

  private final Cluster cluster;
  private final Lazy<Boolean> hasNodesOfKarpenter;
  private final Lazy<Boolean> mayGroupsGrow;
  private final Lazy<Optional<String>> limited;

  NodeGrowth(Cluster cluster) {
    this.cluster = cluster;
    this.hasNodesOfKarpenter = new Lazy<>(() -> isLabelled(l -> l.startsWith(OF_KARPENTER)));
    this.mayGroupsGrow =
        new Lazy<>(
            () ->
                NodeGroupRecord.growing(cluster).isPresent()
                    || (isLabelled(OF_NODE_GROUPS::contains)
                        && NodeGroupRecord.obstacle(cluster).isEmpty()));
    this.limited = new Lazy<>(() -> NodeGroupRecord.limited(cluster));
  }

  List<String> sentences(Pod pod) {
    List<String> sentences = new ArrayList<>();
    if (mayAdd(pod)) {
      sentences.add("An autoscaler may add nodes, which makes it sooner than estimated.");
    }
    AutoscalerRecord.ofClusterAutoscaler(cluster, List.of(pod))
        .map(event -> "The last event of Cluster Autoscaler says: " + event.note() + ".")
        .ifPresent(sentences::add);
    limited.get().ifPresent(groups -> sentences.add(groups + "."));
    return sentences;
  }

  /**
   * Returns the needs of a pod that lacks a node, with the nodes that an autoscaler adds.
   *
   * @param needs the needs with the nodes of today
   */
  Needs added(Pod pod, Needs needs) {
    Optional<KarpenterNodeClaim> claim = LaunchedNodeClaims.of(cluster, pod);
    if (claim.isPresent()) {
      return new Needs.Event(launched(claim.get()));
    }
    return needs instanceof Needs.Never never && mayAdd(pod)
        ? new Needs.Event("an autoscaler must add nodes: " + never.why())
        : needs;
  }

  private static String launched(KarpenterNodeClaim claim) {
    return "the node of NodeClaim %s, which Karpenter launches for it, must take pods%s"
        .formatted(
            claim.name(),
            claim
                .nextStep()
                .map(c -> "; the NodeClaim isn't %s yet".formatted(c.type()))
                .orElse(""));
  }

  private boolean mayAdd(Pod pod) {
    return mayKarpenterAdd(pod) || mayClusterAutoscalerAdd(pod);
  }

  private boolean mayKarpenterAdd(Pod pod) {
    return cluster.covers(KarpenterNodePool.RESOURCE)
        ? !AutoscalerRecord.isDeclinedByKarpenter(cluster, List.of(pod))
            && !NodePoolMatch.growing(
                    cluster,
                    pod.spec(),
                    PodResources.requests(pod, PodResourcesOptions.SCHEDULER_INCOMING))
                .isEmpty()
        : hasNodesOfKarpenter.get();
  }

  /** Growth that Cluster Autoscaler has triggered counts until the newest event declines. */
  private boolean mayClusterAutoscalerAdd(Pod pod) {
    Optional<String> last =
        AutoscalerRecord.ofClusterAutoscaler(cluster, List.of(pod)).map(Event::reason);
    return last.filter(AutoscalerRecord.TRIGGERED::equals).isPresent()
        || (mayGroupsGrow.get() && last.filter(AutoscalerRecord.DECLINED::equals).isEmpty());
  }

  private boolean isLabelled(Predicate<String> key) {
    return cluster.nodes().stream()
        .flatMap(node -> node.metadata().labels().keySet().stream())
        .anyMatch(key);
  }
}
