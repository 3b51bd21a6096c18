package dev.plimsoll.model.gap.remedy;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.karpenter.NodePoolGrowth;
import dev.plimsoll.kubernetes.object.Workload;
import dev.plimsoll.kubernetes.recorded.NodeGroupRecord;
import dev.plimsoll.model.patch.KubectlCommand;
import dev.plimsoll.model.whatif.Change;
import dev.plimsoll.model.whatif.NodeChange;
import dev.plimsoll.model.whatif.WorkloadChange;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** Names what may keep a remedy from working, or undo it later, a sentence each. */
final class RemedyNotes {
  private RemedyNotes() {}

  static List<String> of(Cluster cluster, List<Change> changes, List<KubectlCommand> commands) {
    return Stream.of(
            DeclaringTool.sentences(cluster, commands).stream(),
            changes.stream().flatMap(change -> scaledUp(cluster, change).stream()),
            changes.stream().flatMap(change -> notGrown(cluster, change).stream()))
        .flatMap(sentences -> sentences)
        .toList();
  }

  /**
   * An autoscaler leaves an object with 0 replicas alone ({@code
   * pkg/controller/podautoscaler/horizontal.go}).
   */
  private static Optional<String> scaledUp(Cluster cluster, Change change) {
    return Optional.of(change)
        .filter(WorkloadChange.ScaleDown.class::isInstance)
        .map(scale -> ((WorkloadChange.ScaleDown) scale).smaller())
        .filter(w -> w.type().group().equals("apps") && replicas(w) > 0)
        .filter(
            w ->
                cluster
                    .find(Workload.class, w.namespace(), w.identity())
                    .filter(stored -> replicas(stored) > replicas(w))
                    .isPresent())
        .map(
            w ->
                "a HorizontalPodAutoscaler, which Plimsoll does not read, may scale %s/%s up again"
                    .formatted(w.type().kind().toLowerCase(Locale.ROOT), w.name()));
  }

  /**
   * New nodes like a node of Karpenter come from the node's NodePool. Others may come from a node
   * group of Cluster Autoscaler.
   */
  private static Optional<String> notGrown(Cluster cluster, Change change) {
    return Optional.of(change)
        .filter(NodeChange.AddNodes.class::isInstance)
        .map(NodeChange.AddNodes.class::cast)
        .flatMap(
            add ->
                NodePoolGrowth.isOfKarpenter(cluster, add.like())
                    ? NodePoolGrowth.obstacle(cluster, add.like(), add.count())
                    : NodeGroupRecord.obstacle(cluster));
  }

  private static int replicas(Workload workload) {
    return workload.templates().stream().mapToInt(t -> t.replicas().orElse(0)).sum();
  }
}
