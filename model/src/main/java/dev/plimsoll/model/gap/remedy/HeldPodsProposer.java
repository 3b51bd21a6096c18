package dev.plimsoll.model.gap.remedy;

import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.Workload;
import dev.plimsoll.kubernetes.quantity.Counted;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.workload.WorkloadPods;
import dev.plimsoll.model.gap.Actor;
import dev.plimsoll.model.gap.DetectionContext;
import dev.plimsoll.model.gap.GapCause;
import dev.plimsoll.model.tenancy.CapacityPolicy;
import dev.plimsoll.model.tenancy.TenantNamespaces;
import dev.plimsoll.model.tenancy.usage.ShareAmounts;
import dev.plimsoll.model.whatif.Change;
import dev.plimsoll.model.whatif.WorkloadChange;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;

/**
 * Proposes remedies for pods that a share holds: a higher guarantee, or the end of another workload
 * of the same tenant.
 */
final class HeldPodsProposer implements RemedyProposer {
  private static final int MOST_WORKLOADS = 2;

  private record Release(Proposal proposal, int ended, Quantity released) {}

  @Override
  public List<Proposal> propose(DetectionContext context, GapCause cause) {
    if (!(cause instanceof GapCause.HeldAtShare held)) {
      return List.of();
    }
    ResourceName resource = held.share().amounts().resource();
    Quantity requested =
        Quantity.max(requested(held.pods(), resource), held.share().amounts().requested());
    return Stream.concat(
            amount(context, held, requested).stream(), releases(context, held, requested))
        .toList();
  }

  private static Quantity requested(List<Pod> pods, ResourceName resource) {
    return pods.stream()
        .map(p -> DetectionContext.requests(p).getOrZero(resource))
        .reduce(Quantity.ZERO, Quantity::add);
  }

  private static Optional<Proposal> amount(
      DetectionContext context, GapCause.HeldAtShare held, Quantity requested) {
    ShareAmounts amounts = held.share().amounts();
    return TenantAmount.holding(context.cluster(), held.share())
        .map(
            amount -> {
              Quantity needed = amount.raisedTo(amounts.used().add(requested));
              return Proposal.ofCluster(
                      "raise the %s of %s of tenant %s in CapacityPolicy %s from %s to %s"
                          .formatted(
                              amount.field(),
                              amounts.resource(),
                              held.share().tenant(),
                              held.share().policy(),
                              amount.now(),
                              needed),
                      Actor.ADMIN,
                      List.of(amount.set(context.cluster(), needed)))
                  .withCosts(amount.costs());
            });
  }

  /** Stops workloads of the same tenant, those first that lose the fewest pods. */
  private static Stream<Proposal> releases(
      DetectionContext context, GapCause.HeldAtShare held, Quantity requested) {
    ShareAmounts amounts = held.share().amounts();
    Quantity most = amounts.share().add(amounts.borrowable());
    Quantity limit = most.compareTo(amounts.ceiling()) <= 0 ? most : amounts.ceiling();
    Quantity lacking = amounts.used().add(requested).subtract(limit);
    return context.workloads().stream()
        .filter(w -> !w.root().equals(held.workload().root()))
        .filter(w -> isOfTenant(context, held, w))
        .flatMap(w -> release(context, w, amounts.resource(), lacking).stream())
        .sorted(Comparator.comparingInt(Release::ended).thenComparing(Release::released))
        .limit(MOST_WORKLOADS)
        .map(Release::proposal);
  }

  private static boolean isOfTenant(
      DetectionContext context, GapCause.HeldAtShare held, WorkloadPods workload) {
    return TenantAmount.policy(context.cluster(), held.share().policy())
        .flatMap(
            (CapacityPolicy p) ->
                TenantNamespaces.tenantOf(workload.root().namespace(), context.cluster(), p))
        .filter(t -> t.name().equals(held.share().tenant()))
        .isPresent();
  }

  private static Optional<Release> release(
      DetectionContext context, WorkloadPods workload, ResourceName resource, Quantity lacking) {
    List<Pod> placed =
        workload.pods().stream()
            .filter(p -> p.isBound() && !p.isTerminal() && !p.isTerminating())
            .filter(p -> DetectionContext.placedRequests(p).getOrZero(resource).signum() > 0)
            .sorted(Comparator.comparing(Pod::name))
            .toList();
    List<Pod> leaving = new ArrayList<>();
    for (int i = 0; i < placed.size() && held(leaving, resource).compareTo(lacking) < 0; i++) {
      leaving.add(placed.get(i));
    }
    if (leaving.isEmpty() || held(leaving, resource).compareTo(lacking) < 0) {
      return Optional.empty();
    }
    return stopped(context, workload, placed, leaving)
        .map(p -> new Release(p, leaving.size(), held(leaving, resource)));
  }

  private static Quantity held(List<Pod> pods, ResourceName resource) {
    return pods.stream()
        .map(p -> DetectionContext.placedRequests(p).getOrZero(resource))
        .reduce(Quantity.ZERO, Quantity::add);
  }

  private static Optional<Proposal> stopped(
      DetectionContext context, WorkloadPods workload, List<Pod> placed, List<Pod> leaving) {
    Optional<Workload> root = context.root(workload);
    int kept = placed.size() - leaving.size();
    if (root.filter(w -> ReleaseQuotaProposer.isScaled(w, kept)).isPresent()) {
      return Optional.of(
          proposal(
              "scale %s down to %d".formatted(workload.label(), kept),
              workload,
              leaving,
              new WorkloadChange.ScaleDown(
                  root.get().withReplicas(OptionalInt.of(kept)), leaving)));
    }
    return workload.root().kind().equals("Pod") && placed.size() == 1
        ? Optional.of(
            proposal(
                "delete " + workload.label(),
                workload,
                leaving,
                new WorkloadChange.DeleteWorkload(workload)))
        : Optional.empty();
  }

  private static Proposal proposal(
      String action, WorkloadPods workload, List<Pod> leaving, Change change) {
    return Proposal.ofCluster(action + ", which has the same share", Actor.TENANT, List.of(change))
        .withCosts(
            List.of(
                Counted.of(leaving.size(), "running pod")
                    + " of "
                    + workload.label()
                    + Counted.verb(leaving.size(), " ends", " end")))
        .withStops(workload.root());
  }
}
