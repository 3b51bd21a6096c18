package dev.plimsoll.model.gap.detect;

import dev.plimsoll.kubernetes.cluster.Unread;
import dev.plimsoll.kubernetes.object.ObjectReference;
import dev.plimsoll.kubernetes.placement.framework.ScheduleResult;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.quota.QuotaDenial;
import dev.plimsoll.kubernetes.recorded.Contradiction;
import dev.plimsoll.kubernetes.workload.WorkloadPods;
import dev.plimsoll.model.gap.DetectionContext;
import dev.plimsoll.model.gap.Finding;
import dev.plimsoll.model.gap.GapCause;
import dev.plimsoll.model.gap.GapKind;
import dev.plimsoll.model.gap.PendingPods;
import dev.plimsoll.model.gap.UnschedulablePods;
import dev.plimsoll.model.gap.WorkloadDenial;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Finds unschedulable pods that are charged to a quota key which denies other pods. */
final class PendingHoldersDetector implements GapDetector {

  private record Starved(String quota, ResourceName key) {}

  @Override
  public Set<GapKind> kinds() {
    return Set.of(GapKind.PendingHoldsQuota);
  }

  @Override
  public Unread unread(DetectionContext context) {
    return context.pendingPods().stream()
        .filter(p -> recorded(context, p).isEmpty())
        .flatMap(
            p ->
                p.result() instanceof ScheduleResult.Unknown u
                    ? Stream.of(u.unread())
                    : Stream.of())
        .reduce(PodRequirements.ofDenials(context), Unread::and);
  }

  @Override
  public List<Finding> detect(DetectionContext context) {
    return context
        .examination()
        .each(
            Stream.concat(
                    context.unschedulablePods().stream().filter(UnschedulablePods::exists),
                    context.pendingPods().stream().flatMap(p -> recorded(context, p).stream()))
                .toList(),
            holder -> holder.workload().root(),
            holder -> findings(context, holder));
  }

  /**
   * Returns the pods if kube-scheduler's records are the only evidence for each of them; else none.
   */
  private static Optional<UnschedulablePods> recorded(
      DetectionContext context, PendingPods pending) {
    if (!pending.exists()
        || !context.simulation().isAsRead()
        || !(pending.result() instanceof ScheduleResult.Unknown)) {
      return Optional.empty();
    }
    List<Contradiction> said =
        pending.pods().stream()
            .flatMap(p -> context.simulation().recordedPlacement(p).stream())
            .filter(Contradiction::isCurrent)
            .toList();
    return said.size() < pending.pods().size()
        ? Optional.empty()
        : Optional.of(
            new UnschedulablePods(
                pending.workload(),
                pending.pods(),
                true,
                new ScheduleResult.Unschedulable(
                    said.get(0).recorded().message(), List.of(), Optional.empty(), List.of())));
  }

  private static List<Finding> findings(DetectionContext context, UnschedulablePods holder) {
    List<Finding> found = new ArrayList<>();
    starved(context, holder)
        .forEach(
            (by, denials) -> {
              Quantity held = context.charge(holder.pods(), by.quota(), by.key());
              if (held.signum() > 0) {
                found.add(finding(context, holder, by, held, denials));
              }
            });
    return found;
  }

  /** Returns the other workloads of the namespace that quotas deny, by quota and key. */
  private static Map<Starved, List<WorkloadDenial>> starved(
      DetectionContext context, UnschedulablePods holder) {
    ObjectReference root = holder.workload().root();
    Map<Starved, List<WorkloadDenial>> starved = new LinkedHashMap<>();
    for (WorkloadDenial denial : context.denialsIn(root.namespace())) {
      Optional<QuotaDenial.Exceeded> exceeded = denial.report().exceededQuota();
      if (exceeded.isPresent() && !denial.workload().root().equals(root)) {
        for (ResourceName key : exceeded.get().limited().names()) {
          starved
              .computeIfAbsent(new Starved(exceeded.get().quota(), key), s -> new ArrayList<>())
              .add(denial);
        }
      }
    }
    return starved;
  }

  private static Finding finding(
      DetectionContext context,
      UnschedulablePods holder,
      Starved by,
      Quantity held,
      List<WorkloadDenial> denials) {
    List<WorkloadPods> workloads = denials.stream().map(WorkloadDenial::workload).toList();
    String names =
        workloads.stream().map(WorkloadPods::label).distinct().collect(Collectors.joining(", "));
    int denied = denials.stream().mapToInt(WorkloadDenial::deniedPods).sum();
    int pods = holder.pods().size();
    return FindingBuilder.of(GapKind.PendingHoldsQuota, holder.workload().root())
        .resource(by.key())
        .message(
            pods
                + (pods == 1 ? " unschedulable pod holds " : " unschedulable pods hold ")
                + held
                + " of "
                + by.key()
                + " in quota "
                + by.quota()
                + ", which denies "
                + denied
                + (denied == 1 ? " pod of " : " pods of ")
                + names)
        .evidence("quota", by.quota())
        .evidence("held", held)
        .evidence("deniedPods", denied)
        .evidence("deniedWorkloads", names)
        .workloads(workloads)
        .pods(denied)
        .cost(Costs.denied(context, denials))
        .cause(context, new GapCause.HeldQuota(holder, denials.get(0), by.quota(), by.key()));
  }
}
