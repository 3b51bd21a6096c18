package dev.plimsoll.model.gap.detect;

import dev.plimsoll.kubernetes.cluster.Unread;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.placement.framework.ScheduleResult;
import dev.plimsoll.kubernetes.quantity.Counted;
import dev.plimsoll.kubernetes.workload.WorkloadPods;
import dev.plimsoll.model.gap.DetectionContext;
import dev.plimsoll.model.gap.Finding;
import dev.plimsoll.model.gap.GapCause;
import dev.plimsoll.model.gap.GapKind;
import dev.plimsoll.model.hold.PodHold;
import dev.plimsoll.model.hold.PodHolds;
import dev.plimsoll.model.hold.RecordedHold;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Finds pods that Plimsoll's extender holds although nodes would take the pods. The policies say
 * so, or else the extender's own text that kube-scheduler recorded.
 */
final class HeldPodsDetector implements GapDetector {

  private record Waiting(WorkloadPods workload, Pod pod, boolean isPlaceable) {}

  private record Group(WorkloadPods workload, String text) {}

  private record Held(PodHold hold, List<Pod> pods) {}

  @Override
  public Set<GapKind> kinds() {
    return Set.of(GapKind.PodsHeld);
  }

  @Override
  public Unread unread(DetectionContext context) {
    return PodRequirements.ofPlacement(context);
  }

  @Override
  public List<Finding> detect(DetectionContext context) {
    List<Waiting> waiting = waiting(context);
    if (waiting.isEmpty()) {
      return List.of();
    }
    PodHolds.Sequence holds = context.holds().start();
    Map<Group, Held> groups = new LinkedHashMap<>();
    for (Waiting each : waiting) {
      hold(context, holds, each)
          .ifPresent(
              hold ->
                  groups
                      .computeIfAbsent(
                          new Group(each.workload(), hold.text()),
                          g -> new Held(hold, new ArrayList<>()))
                      .pods()
                      .add(each.pod()));
    }
    List<Finding> found = new ArrayList<>();
    groups.forEach((group, held) -> found.add(finding(context, group, held)));
    return found;
  }

  /** Returns the stored pods that wait for a node, the oldest first, as the extender counts. */
  private static List<Waiting> waiting(DetectionContext context) {
    return context.pendingPods().stream()
        .filter(p -> p.exists() && context.isSubject(p.workload()))
        .filter(p -> isAsked(p.result()))
        .flatMap(
            p ->
                p.pods().stream()
                    .map(
                        pod ->
                            new Waiting(
                                p.workload(), pod, p.result() instanceof ScheduleResult.Feasible)))
        .sorted(
            Comparator.comparing(
                    (Waiting w) -> w.pod().metadata().creationTimestamp().orElse(Instant.EPOCH))
                .thenComparing(w -> w.pod().key()))
        .toList();
  }

  /** A pod that no node takes is not held: the extender is asked last. */
  private static boolean isAsked(ScheduleResult result) {
    return result instanceof ScheduleResult.Feasible || result instanceof ScheduleResult.Unknown;
  }

  private static Optional<PodHold> hold(
      DetectionContext context, PodHolds.Sequence holds, Waiting waiting) {
    Optional<PodHold> byPolicy =
        waiting.isPlaceable() ? holds.next(waiting.pod()) : Optional.empty();
    return byPolicy.isPresent() || !context.simulation().isAsRead()
        ? byPolicy
        : RecordedHold.of(context.cluster(), waiting.pod());
  }

  private static Finding finding(DetectionContext context, Group group, Held held) {
    List<Pod> pods = held.pods();
    String who =
        pods.size() == 1
            ? "pod " + pods.get(0).name() + " is held"
            : Counted.of(pods.size(), "pod") + " are held";
    return FindingBuilder.of(GapKind.PodsHeld, group.workload().root())
        .message(who + ": " + String.join("; ", held.hold().notes()))
        .evidence("scheduler", group.text())
        .waiting(pods)
        .cost(Costs.pending(pods))
        .cause(
            context,
            held.hold()
                .share()
                .<GapCause>map(
                    s -> new GapCause.HeldAtShare(group.workload(), pods, s, context.holds()))
                .orElseGet(GapCause.Unremedied::new));
  }
}
