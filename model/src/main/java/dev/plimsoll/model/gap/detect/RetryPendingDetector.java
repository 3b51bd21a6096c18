package dev.plimsoll.model.gap.detect;

import dev.plimsoll.kubernetes.cluster.Unread;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.placement.framework.ScheduleResult;
import dev.plimsoll.kubernetes.quantity.Counted;
import dev.plimsoll.kubernetes.recorded.Contradiction;
import dev.plimsoll.kubernetes.workload.PodTemplateOwner;
import dev.plimsoll.kubernetes.workload.WorkloadPods;
import dev.plimsoll.model.gap.CreatedPods;
import dev.plimsoll.model.gap.DetectionContext;
import dev.plimsoll.model.gap.Finding;
import dev.plimsoll.model.gap.GapCause;
import dev.plimsoll.model.gap.GapKind;
import dev.plimsoll.model.gap.PendingPods;
import dev.plimsoll.model.gap.cost.WaitingSince;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Finds pods that could be created or placed now. The cause of the last failure has changed since,
 * and the next attempt is yet to come.
 */
final class RetryPendingDetector implements GapDetector {

  @Override
  public Set<GapKind> kinds() {
    return Set.of(GapKind.RetryPending);
  }

  @Override
  public Unread unread(DetectionContext context) {
    return PodRequirements.ofOwners(context).and(PodRequirements.ofPlacement(context));
  }

  @Override
  public List<Finding> detect(DetectionContext context) {
    if (!context.simulation().isAsRead()) {
      return List.of();
    }
    List<Finding> created =
        context
            .examination()
            .each(
                context.workloads().stream().filter(context::isSubject).toList(),
                WorkloadPods::root,
                w -> ofCreation(context, w));
    List<Finding> placed =
        context
            .examination()
            .each(
                context.pendingPods().stream()
                    .filter(p -> p.exists() && context.isSubject(p.workload()))
                    .filter(p -> p.result() instanceof ScheduleResult.Feasible)
                    .toList(),
                p -> p.workload().root(),
                p -> ofPlacement(context, p));
    return Stream.concat(created.stream(), placed.stream()).toList();
  }

  private static List<Finding> ofCreation(DetectionContext context, WorkloadPods workload) {
    return workload.templateOwners().stream()
        .flatMap(
            owner ->
                context
                    .createdPodsOf(owner)
                    .filter(c -> c.admitted() > 0 && c.unread().isEmpty())
                    .flatMap(
                        created ->
                            Contradiction.ofCreation(context.cluster(), owner.workload())
                                .filter(Contradiction::isOutdated)
                                .map(said -> ofCreation(context, workload, owner, created, said)))
                    .stream())
        .toList();
  }

  private static Finding ofCreation(
      DetectionContext context,
      WorkloadPods workload,
      PodTemplateOwner owner,
      CreatedPods created,
      Contradiction said) {
    int admitted = created.admitted();
    return gap(context, workload, admitted, "", said)
        .evidence("missingPods", admitted)
        .pods(admitted)
        .cost(
            cost ->
                created
                    .firstAdmitted()
                    .ifPresent(
                        pod ->
                            cost.denied(
                                DetectionContext.requests(pod),
                                admitted,
                                WaitingSince.ofMissingPods(
                                    context.waitingEvents(), owner.workload()))))
        .cause(context, new GapCause.Retrying(workload, owner.withMissing(admitted)));
  }

  private static List<Finding> ofPlacement(DetectionContext context, PendingPods pods) {
    List<Pod> waiting = new ArrayList<>();
    List<Contradiction> said = new ArrayList<>();
    for (Pod pod : pods.pods()) {
      context
          .simulation()
          .recordedPlacement(pod)
          .filter(Contradiction::isOutdated)
          .ifPresent(
              c -> {
                waiting.add(pod);
                said.add(c);
              });
    }
    if (waiting.isEmpty()) {
      return List.of();
    }
    String one = waiting.size() == 1 ? waiting.get(0).name() : "";
    return List.of(
        gap(context, pods.workload(), waiting.size(), one, said.get(0))
            .waiting(waiting)
            .cost(Costs.pending(waiting))
            .cause(context, new GapCause.Unremedied()));
  }

  private static FindingBuilder gap(
      DetectionContext context, WorkloadPods workload, int count, String one, Contradiction said) {
    Instant asOf = context.cluster().asOf();
    String who =
        one.isEmpty() ? Counted.of(count, "pod", "waits", "wait") : "pod " + one + " waits";
    FindingBuilder gap =
        FindingBuilder.of(GapKind.RetryPending, workload.root())
            .message(
                who
                    + " for "
                    + said.retry().controller()
                    + " to try again: "
                    + said.since()
                    + "; "
                    + said.next(asOf))
            .evidence("reason", said.recorded().reason())
            .evidence("said", said.recorded().message());
    said.recorded().time().ifPresent(t -> gap.evidence("recordedAt", t));
    said.changed()
        .ifPresent(c -> gap.evidence("changed", c.what()).evidence("changedAt", c.time()));
    said.retryBy(asOf).ifPresent(t -> gap.evidence("retryBy", t));
    return gap;
  }
}
