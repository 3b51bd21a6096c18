package dev.plimsoll.model.gap.remedy;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.karpenter.NodePoolGrowth;
import dev.plimsoll.kubernetes.object.HorizontalPodAutoscaler;
import dev.plimsoll.kubernetes.object.Workload;
import dev.plimsoll.kubernetes.recorded.NodeGroupRecord;
import dev.plimsoll.kubernetes.workload.HorizontalController;
import dev.plimsoll.kubernetes.workload.Workloads;
import dev.plimsoll.model.gap.DetectionContext;
import dev.plimsoll.model.patch.KubectlCommand;
import dev.plimsoll.model.whatif.Change;
import dev.plimsoll.model.whatif.NodeChange;
import dev.plimsoll.model.whatif.QuotaChange;
import dev.plimsoll.model.whatif.WorkloadChange;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Names what may keep a remedy from working, or undo it later, a sentence each. */
final class RemedyNotes {
  private RemedyNotes() {}

  /** Returns the notes of a change that was tried on pods. */
  static List<String> of(
      DetectionContext context,
      TriedPods pods,
      List<Change> changes,
      List<KubectlCommand> commands) {
    return Stream.concat(
            of(context.cluster(), changes, commands).stream(),
            changes.stream()
                .filter(QuotaChange.SetQuota.class::isInstance)
                .map(QuotaChange.SetQuota.class::cast)
                .flatMap(raised -> CompetingPods.sentence(context, pods, raised).stream()))
        .toList();
  }

  static List<String> of(Cluster cluster, List<Change> changes, List<KubectlCommand> commands) {
    return Stream.of(
            DeclaringTool.sentences(cluster, commands).stream(),
            changes.stream().flatMap(change -> autoscaled(cluster, change).stream()),
            changes.stream().flatMap(change -> notGrown(cluster, change).stream()))
        .flatMap(sentences -> sentences)
        .toList();
  }

  /**
   * An autoscaler leaves an object with 0 replicas alone ({@code
   * pkg/controller/podautoscaler/horizontal.go}).
   */
  private static Optional<String> autoscaled(Cluster cluster, Change change) {
    return Optional.of(change)
        .filter(WorkloadChange.ScaleDown.class::isInstance)
        .map(WorkloadChange.ScaleDown.class::cast)
        .filter(scale -> isSmaller(cluster, scale.smaller()))
        .flatMap(
            scale ->
                cluster.covers(HorizontalPodAutoscaler.RESOURCE)
                    ? scale
                        .bounded(cluster)
                        .map(a -> HorizontalController.sentence(a).replace(" keeps", " then keeps"))
                    : Optional.of(
                        "a HorizontalPodAutoscaler, which was not read, may scale %s up again"
                            .formatted(Workloads.label(scale.smaller().reference()))));
  }

  private static boolean isSmaller(Cluster cluster, Workload workload) {
    return replicas(workload) > 0
        && cluster
            .find(Workload.class, workload.namespace(), workload.identity())
            .filter(stored -> replicas(stored) > replicas(workload))
            .isPresent();
  }

  /**
   * New nodes like a node of Karpenter come from the node's NodePool. Others may come from a node
   * group of Cluster Autoscaler; the status doesn't say from which one.
   */
  private static Optional<String> notGrown(Cluster cluster, Change change) {
    return Optional.of(change)
        .filter(NodeChange.AddNodes.class::isInstance)
        .map(NodeChange.AddNodes.class::cast)
        .flatMap(
            add ->
                NodePoolGrowth.isOfKarpenter(cluster, add.like())
                    ? NodePoolGrowth.obstacle(cluster, add.like(), add.count())
                    : NodeGroupRecord.limited(cluster));
  }

  private static int replicas(Workload workload) {
    return workload.templates().stream().mapToInt(t -> t.replicas().orElse(0)).sum();
  }
}
