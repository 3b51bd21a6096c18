package dev.plimsoll.model.gap;

import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.placement.framework.ScheduleResult;
import dev.plimsoll.kubernetes.workload.WorkloadPods;
import dev.plimsoll.model.hold.PodHold;
import dev.plimsoll.model.hold.PodHolds;
import dev.plimsoll.model.hold.RecordedHold;
import dev.plimsoll.model.topology.DomainLack;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * The pods that Plimsoll's extender holds although nodes would take the pods, and the pods whose
 * gang no domain takes.
 */
public final class HeldPods {

  /**
   * A held pod.
   *
   * @param workload the workload of the pod
   * @param pod the pod
   * @param hold why it is held
   */
  public record HeldPod(WorkloadPods workload, Pod pod, PodHold hold) {}

  private record Waiting(WorkloadPods workload, Pod pod, boolean isPlaceable, boolean isAsked) {}

  private HeldPods() {}

  /** Returns the held pods, the oldest first, as the extender counts. */
  public static List<HeldPod> of(DetectionContext context) {
    List<HeldPod> held = new ArrayList<>();
    List<Waiting> waiting = waiting(context);
    if (waiting.isEmpty()) {
      return held;
    }
    PodHolds.Sequence holds = context.holds().start();
    for (Waiting each : waiting) {
      hold(context, holds, each)
          .ifPresent(hold -> held.add(new HeldPod(each.workload(), each.pod(), hold)));
    }
    return held;
  }

  private static List<Waiting> waiting(DetectionContext context) {
    return context.pendingPods().stream()
        .filter(p -> p.exists() && context.isSubject(p.workload()))
        .filter(p -> isAsked(p.result()) || context.holds().ofDomain(p.pods().get(0)).isPresent())
        .flatMap(
            p ->
                p.pods().stream()
                    .map(
                        pod ->
                            new Waiting(
                                p.workload(),
                                pod,
                                p.result() instanceof ScheduleResult.Feasible,
                                isAsked(p.result()))))
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
    if (!waiting.isAsked()) {
      return context
          .holds()
          .ofDomain(waiting.pod())
          .filter(h -> h.domain().filter(DomainLack::isLasting).isPresent());
    }
    Optional<PodHold> byPolicy =
        waiting.isPlaceable() ? holds.next(waiting.pod()) : Optional.empty();
    return byPolicy.isPresent() || !context.simulation().isAsRead()
        ? byPolicy
        : RecordedHold.of(context.simulation(), waiting.pod());
  }
}
