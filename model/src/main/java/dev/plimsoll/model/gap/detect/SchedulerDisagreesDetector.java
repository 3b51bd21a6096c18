package dev.plimsoll.model.gap.detect;

import dev.plimsoll.kubernetes.cluster.Unread;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.placement.framework.ScheduleResult;
import dev.plimsoll.kubernetes.quantity.Counted;
import dev.plimsoll.kubernetes.recorded.Contradiction;
import dev.plimsoll.kubernetes.recorded.SchedulerPlugin;
import dev.plimsoll.kubernetes.recorded.SilentScheduler;
import dev.plimsoll.model.gap.DetectionContext;
import dev.plimsoll.model.gap.Finding;
import dev.plimsoll.model.gap.GapCause;
import dev.plimsoll.model.gap.GapKind;
import dev.plimsoll.model.gap.PendingPods;
import dev.plimsoll.model.hold.HoldText;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Finds pods that the model can place, and that the scheduler rejected or has said nothing of for
 * some time.
 */
final class SchedulerDisagreesDetector implements GapDetector {

  @Override
  public Set<GapKind> kinds() {
    return Set.of(GapKind.SchedulerDisagrees);
  }

  @Override
  public Unread unread(DetectionContext context) {
    return PodRequirements.ofPlacement(context);
  }

  @Override
  public List<Finding> detect(DetectionContext context) {
    if (!context.simulation().isAsRead()) {
      return List.of();
    }
    return context
        .examination()
        .each(
            context.pendingPods().stream()
                .filter(p -> p.exists() && context.isSubject(p.workload()))
                .toList(),
            p -> p.workload().root(),
            p -> findings(context, p));
  }

  private static List<Finding> findings(DetectionContext context, PendingPods pods) {
    if (!(pods.result() instanceof ScheduleResult.Feasible feasible)) {
      return List.of();
    }
    List<Pod> rejected = new ArrayList<>();
    List<Contradiction> said = new ArrayList<>();
    for (Pod pod : pods.pods()) {
      context
          .simulation()
          .recordedPlacement(pod)
          .filter(Contradiction::isCurrent)
          .filter(c -> HoldText.in(c.recorded().message()).isEmpty())
          .ifPresent(
              c -> {
                rejected.add(pod);
                said.add(c);
              });
    }
    int nodes = feasible.nodes().size();
    return rejected.isEmpty()
        ? silent(context, pods, nodes).stream().toList()
        : List.of(finding(context, pods, rejected, said.get(0), nodes));
  }

  private static Optional<Finding> silent(DetectionContext context, PendingPods pods, int nodes) {
    List<Pod> silent = new ArrayList<>();
    List<Instant> since = new ArrayList<>();
    for (Pod pod : pods.pods()) {
      SilentScheduler.since(context.cluster(), pod)
          .ifPresent(
              t -> {
                silent.add(pod);
                since.add(t);
              });
    }
    return silent.isEmpty()
        ? Optional.empty()
        : Optional.of(
            FindingBuilder.of(GapKind.SchedulerDisagrees, pods.workload().root())
                .message(
                    without(silent, nodes)
                        + "; "
                        + SilentScheduler.sentence(
                            silent.get(0).spec().schedulerName(),
                            silent.size() == 1 ? "it" : "them",
                            Collections.max(since)))
                .evidence("pods", silent.size())
                .evidence("modelledNodes", nodes)
                .evidence("silentSince", Collections.min(since))
                .waiting(silent)
                .cost(Costs.pending(silent))
                .cause(context, new GapCause.Unremedied()));
  }

  private static String without(List<Pod> pods, int nodes) {
    return (pods.size() == 1 ? "pod " + pods.get(0).name() + " has" : pods.size() + " pods have")
        + " no node, although the model finds "
        + Counted.of(nodes, "node");
  }

  private static Finding finding(
      DetectionContext context,
      PendingPods pods,
      List<Pod> rejected,
      Contradiction said,
      int nodes) {
    int count = rejected.size();
    FindingBuilder gap =
        FindingBuilder.of(GapKind.SchedulerDisagrees, pods.workload().root())
            .message(
                without(rejected, nodes)
                    + SchedulerPlugin.of(said.recorded().message())
                        .map(p -> ". " + p.name() + ", a plug-in of the scheduler: " + p.why())
                        .orElse("")
                    + "; the scheduler said: \""
                    + said.recorded().message()
                    + "\"")
            .evidence("pods", count)
            .evidence("modelledNodes", nodes)
            .evidence("reason", said.recorded().reason())
            .evidence("scheduler", said.recorded().message())
            .evidence("probableCause", said.causes());
    said.recorded().time().ifPresent(t -> gap.evidence("recordedAt", t));
    return gap.waiting(rejected)
        .cost(Costs.pending(rejected))
        .cause(context, new GapCause.Unremedied());
  }
}
