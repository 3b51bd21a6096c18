package dev.plimsoll.model.explain;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.Event;
import dev.plimsoll.kubernetes.placement.framework.ScheduleResult;
import dev.plimsoll.kubernetes.recorded.AutoscalerRecord;
import dev.plimsoll.kubernetes.recorded.NodeGroupRecord;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Says which node groups of Cluster Autoscaler get no more nodes while a pod has no node. */
final class NodeGroupNotes {
  private NodeGroupNotes() {}

  /**
   * Returns the state with notes if the pod finds no node, or would find none if the pod were
   * admitted, and Cluster Autoscaler works here. If Cluster Autoscaler declined the pod, the notes
   * omit the node groups that may grow.
   */
  static PodState noted(Cluster cluster, PodState state) {
    if (!findsNone(state) || state.pod().isBound()) {
      return state;
    }
    Optional<Event> event = AutoscalerRecord.ofClusterAutoscaler(cluster, List.of(state.pod()));
    Stream<String> growing =
        event.filter(e -> e.reason().equals(AutoscalerRecord.DECLINED)).isPresent()
            ? Stream.empty()
            : NodeGroupRecord.growing(cluster).stream()
                .map(groups -> "Node groups of Cluster Autoscaler that may grow: " + groups + ".");
    Stream<String> missing = event.flatMap(e -> NodeGroupRecord.missing(cluster)).stream();
    return state.withNotes(
        Stream.of(
                state.notes().stream(),
                missing,
                NodeGroupRecord.obstacles(cluster).stream(),
                growing)
            .flatMap(notes -> notes)
            .toList());
  }

  private static boolean findsNone(PodState state) {
    return switch (state.verdict()) {
      case Unschedulable -> true;
      case DeniedByLimitRange, DeniedByQuota, Denied ->
          state
              .scheduleResult()
              .filter(
                  r ->
                      r instanceof ScheduleResult.NoNodes
                          || r instanceof ScheduleResult.Unschedulable)
              .isPresent();
      default -> false;
    };
  }
}
