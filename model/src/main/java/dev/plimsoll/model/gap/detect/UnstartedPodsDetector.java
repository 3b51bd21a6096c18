package dev.plimsoll.model.gap.detect;

import dev.plimsoll.kubernetes.cluster.Unread;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.recorded.StartTrouble;
import dev.plimsoll.kubernetes.workload.WorkloadPods;
import dev.plimsoll.model.gap.DetectionContext;
import dev.plimsoll.model.gap.Finding;
import dev.plimsoll.model.gap.GapCause;
import dev.plimsoll.model.gap.GapKind;
import dev.plimsoll.model.gap.cost.WaitingSince;
import dev.plimsoll.model.gap.detect.DeviceHolders.Holder;
import dev.plimsoll.model.usage.HeldDevices;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Finds pods that hold devices on a node, and whose containers kubelet can't start. */
final class UnstartedPodsDetector implements GapDetector {
  /** Most troubles at a start end within minutes, such as a volume that another node still has. */
  private static final Duration TOLERATED = Duration.ofMinutes(10);

  @Override
  public Set<GapKind> kinds() {
    return Set.of(GapKind.NotStarted);
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
            context.workloads(),
            WorkloadPods::root,
            w -> context.isSubject(w) ? findings(context, w) : List.of());
  }

  private static List<Finding> findings(DetectionContext context, WorkloadPods workload) {
    List<Holder> unstarted =
        workload.pods().stream()
            .flatMap(pod -> unstarted(context, pod).stream())
            .sorted(Comparator.comparing(holder -> holder.pod().name()))
            .toList();
    return unstarted.isEmpty()
        ? List.of()
        : List.of(finding(context, new DeviceHolders(workload, unstarted)));
  }

  private static Optional<Holder> unstarted(DetectionContext context, Pod pod) {
    return pod.status().phase().equals("Pending")
            && !HeldDevices.of(context.cluster(), pod).isEmpty()
        ? WaitingSince.ofPlacement(pod)
            .filter(s -> !s.time().plus(TOLERATED).isAfter(context.cluster().asOf()))
            .filter(s -> StartTrouble.of(context.cluster(), pod).isPresent())
            .map(s -> Holder.of(context.cluster(), pod, s))
        : Optional.empty();
  }

  private static Finding finding(DetectionContext context, DeviceHolders unstarted) {
    Pod first = unstarted.pods().get(0);
    long others = unstarted.others(context.cluster());
    boolean isOne = unstarted.holders().size() == 1;
    return unstarted
        .finding(context, GapKind.NotStarted)
        .message(
            unstarted.words()
                + ", and "
                + unstarted.has()
                + " not started for "
                + (isOne ? "" : "at least ")
                + unstarted.age(context)
                + (isOne ? ": " : "; pod " + first.name() + ": ")
                + StartTrouble.of(context.cluster(), first).orElseThrow())
        .evidence("since", unstarted.latest())
        .evidence("node", first.spec().nodeName())
        .evidence("unstartedPods", unstarted.holders().size())
        .evidence("otherPods", others)
        .cause(
            context,
            new GapCause.IdleDevices(
                unstarted.workload(), unstarted.pods(), unstarted.units(), List.of(), others > 0));
  }
}
