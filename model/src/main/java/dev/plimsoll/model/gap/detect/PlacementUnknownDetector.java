package dev.plimsoll.model.gap.detect;

import dev.plimsoll.kubernetes.cluster.Unread;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.placement.framework.ScheduleResult;
import dev.plimsoll.kubernetes.recorded.ClusterRecord;
import dev.plimsoll.kubernetes.recorded.Recorded;
import dev.plimsoll.model.gap.DetectionContext;
import dev.plimsoll.model.gap.Finding;
import dev.plimsoll.model.gap.GapCause;
import dev.plimsoll.model.gap.GapKind;
import dev.plimsoll.model.gap.PendingPods;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Finds pods that have no node, where what decides on their placement was not read. */
final class PlacementUnknownDetector implements GapDetector {

  @Override
  public Set<GapKind> kinds() {
    return Set.of(GapKind.PlacementUnknown);
  }

  @Override
  public Unread unread(DetectionContext context) {
    return context.unread(List.of(Pod.RESOURCE));
  }

  @Override
  public List<Finding> detect(DetectionContext context) {
    return context
        .examination()
        .each(
            context.pendingPods().stream()
                .filter(pods -> pods.exists() && context.isSubject(pods.workload()))
                .toList(),
            pods -> pods.workload().root(),
            pods -> finding(context, pods).stream().toList());
  }

  private static Optional<Finding> finding(DetectionContext context, PendingPods pods) {
    return pods.result() instanceof ScheduleResult.Unknown unknown
        ? Optional.of(finding(context, pods, unknown.unread()))
        : Optional.empty();
  }

  private static Finding finding(DetectionContext context, PendingPods pods, Unread unread) {
    Pod first = pods.pods().get(0);
    int count = pods.pods().size();
    Optional<Recorded> recorded = ClusterRecord.ofScheduling(context.cluster(), first);
    FindingBuilder gap =
        FindingBuilder.of(GapKind.PlacementUnknown, pods.workload().root())
            .message(
                (count == 1 ? "pod " + first.name() + " has" : count + " pods have")
                    + " no node"
                    + recorded.map(r -> "; the scheduler said: \"" + r.message() + "\"").orElse("")
                    + "; the reason is unknown: "
                    + unread.message())
            .evidence("unread", unread.names());
    recorded.ifPresent(r -> gap.evidence("scheduler", r.message()));
    return gap.waiting(pods.pods())
        .cost(Costs.pending(pods.pods()))
        .cause(context, new GapCause.Unremedied());
  }
}
