package dev.plimsoll.model.gap.detect;

import dev.plimsoll.kubernetes.cluster.Unread;
import dev.plimsoll.kubernetes.quantity.Counted;
import dev.plimsoll.kubernetes.recorded.SilentController;
import dev.plimsoll.kubernetes.workload.PodTemplateOwner;
import dev.plimsoll.kubernetes.workload.WorkloadPods;
import dev.plimsoll.kubernetes.workload.Workloads;
import dev.plimsoll.model.gap.CreatedPods;
import dev.plimsoll.model.gap.DetectionContext;
import dev.plimsoll.model.gap.Finding;
import dev.plimsoll.model.gap.GapCause;
import dev.plimsoll.model.gap.GapKind;
import dev.plimsoll.model.gap.cost.GapCostBuilder;
import dev.plimsoll.model.gap.cost.WaitingSince;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Finds workloads whose controller has not acted on their last change for some time. */
final class SilentControllerDetector implements GapDetector {

  @Override
  public Set<GapKind> kinds() {
    return Set.of(GapKind.ControllerSilent);
  }

  @Override
  public Unread unread(DetectionContext context) {
    return context.unread(Workloads.resources(context.cluster()));
  }

  @Override
  public List<Finding> detect(DetectionContext context) {
    return context.simulation().isAsRead()
        ? context
            .examination()
            .each(
                context.workloads().stream().filter(context::isSubject).toList(),
                WorkloadPods::root,
                w -> finding(context, w).stream().toList())
        : List.of();
  }

  private static Optional<Finding> finding(DetectionContext context, WorkloadPods workload) {
    return SilentController.of(context.cluster(), context.simulation().workloads(), workload)
        .map(silent -> finding(context, workload, silent));
  }

  private static Finding finding(
      DetectionContext context, WorkloadPods workload, SilentController silent) {
    int missing = workload.missing();
    FindingBuilder gap =
        FindingBuilder.of(GapKind.ControllerSilent, workload.root())
            .message(
                (missing == 0 ? "" : Counted.of(missing, "pod", "is", "are") + " missing; ")
                    + silent.sentence())
            .evidence("silentSince", silent.since())
            .evidence("missingPods", missing)
            .pods(missing);
    return gap.cost(cost -> workload.templateOwners().forEach(o -> add(cost, context, o, silent)))
        .cause(context, new GapCause.Unremedied());
  }

  private static void add(
      GapCostBuilder cost, DetectionContext context, PodTemplateOwner owner, SilentController by) {
    context
        .createdPodsOf(owner)
        .flatMap(CreatedPods::firstAdmitted)
        .ifPresent(
            pod ->
                cost.denied(
                    DetectionContext.requests(pod), owner.missing(), WaitingSince.ofSilence(by)));
  }
}
