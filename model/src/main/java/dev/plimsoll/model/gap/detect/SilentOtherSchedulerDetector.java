package dev.plimsoll.model.gap.detect;

import dev.plimsoll.kubernetes.cluster.Unread;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.placement.framework.ScheduleResult;
import dev.plimsoll.kubernetes.recorded.SilentOtherScheduler;
import dev.plimsoll.model.gap.DetectionContext;
import dev.plimsoll.model.gap.Finding;
import dev.plimsoll.model.gap.GapCause;
import dev.plimsoll.model.gap.GapKind;
import dev.plimsoll.model.gap.PendingPods;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Finds pods of another scheduler than kube-scheduler that has shown no sign of them. */
final class SilentOtherSchedulerDetector implements GapDetector {

  @Override
  public Set<GapKind> kinds() {
    return Set.of(GapKind.OtherSchedulerSilent);
  }

  @Override
  public Unread unread(DetectionContext context) {
    return context.unread(List.of(Pod.RESOURCE));
  }

  @Override
  public List<Finding> detect(DetectionContext context) {
    List<PendingPods> others =
        context.simulation().isAsRead()
            ? context.pendingPods().stream()
                .filter(p -> p.exists() && context.isSubject(p.workload()))
                .filter(p -> p.result() instanceof ScheduleResult.OtherScheduler)
                .toList()
            : List.of();
    if (others.isEmpty()) {
      return List.of();
    }
    SilentOtherScheduler silent = new SilentOtherScheduler(context.cluster());
    return context
        .examination()
        .each(others, p -> p.workload().root(), p -> finding(context, p, silent).stream().toList());
  }

  private static Optional<Finding> finding(
      DetectionContext context, PendingPods group, SilentOtherScheduler silent) {
    List<Pod> pods = new ArrayList<>();
    List<Instant> since = new ArrayList<>();
    for (Pod pod : group.pods()) {
      silent
          .since(pod)
          .ifPresent(
              t -> {
                pods.add(pod);
                since.add(t);
              });
    }
    if (pods.isEmpty()) {
      return Optional.empty();
    }
    String scheduler = pods.get(0).spec().schedulerName();
    Instant first = Collections.min(since);
    String waits =
        pods.size() == 1
            ? "pod %s names the scheduler %s, and waits ".formatted(pods.get(0).name(), scheduler)
            : "%d pods name the scheduler %s, and wait ".formatted(pods.size(), scheduler);
    return Optional.of(
        FindingBuilder.of(GapKind.OtherSchedulerSilent, group.workload().root())
            .message(waits + silent.sentence(scheduler, first, pods.get(0).namespace()))
            .evidence("pods", pods.size())
            .evidence("scheduler", scheduler)
            .evidence("silentSince", first)
            .waiting(pods)
            .cost(Costs.pending(pods))
            .cause(context, new GapCause.OtherScheduler(group.workload(), pods, scheduler)));
  }
}
