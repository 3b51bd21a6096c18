package dev.plimsoll.model.gap.remedy;

import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.Workload;
import dev.plimsoll.kubernetes.object.WorkloadDetails;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.workload.WorkloadPods;
import dev.plimsoll.model.gap.Actor;
import dev.plimsoll.model.gap.DetectionContext;
import dev.plimsoll.model.gap.GapCause;
import dev.plimsoll.model.gap.GapCause.HeldQuota;
import dev.plimsoll.model.gap.UnschedulablePods;
import dev.plimsoll.model.gap.WorkloadDenial;
import dev.plimsoll.model.whatif.WorkloadChange;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** Proposes to stop unschedulable pods that hold the quota which denies others. */
final class ReleaseQuotaProposer implements RemedyProposer {
  private static final Set<String> SCALED = Set.of("Deployment", "ReplicaSet");

  @Override
  public List<Proposal> propose(DetectionContext context, GapCause cause) {
    if (cause instanceof HeldQuota held) {
      return List.of(release(context, held, context.isSubject(held.holder().workload())));
    }
    return cause instanceof GapCause.Denied denied
        ? holders(context, denied.denial()).map(h -> release(context, h, false)).toList()
        : List.of();
  }

  private static Stream<HeldQuota> holders(DetectionContext context, WorkloadDenial denial) {
    return denial.report().exceededQuota().stream()
        .flatMap(
            exceeded -> {
              String quota = exceeded.quota();
              ResourceName key = exceeded.limited().names().get(0);
              return context.unschedulablePods().stream()
                  .filter(UnschedulablePods::exists)
                  .filter(p -> p.workload().root().namespace().equals(denial.namespace()))
                  .filter(p -> !p.workload().root().equals(denial.workload().root()))
                  .filter(p -> context.charge(p.pods(), quota, key).signum() > 0)
                  .map(p -> new HeldQuota(p, denial, quota, key));
            });
  }

  /**
   * Stops the holder.
   *
   * @param givesUp whether it is the holder that was asked about
   */
  private static Proposal release(DetectionContext context, HeldQuota held, boolean givesUp) {
    List<Pod> holders = held.holder().pods();
    WorkloadPods workload = held.holder().workload();
    List<Pod> alive = workload.pods().stream().filter(p -> !p.isTerminal()).toList();
    List<Pod> others = alive.stream().filter(p -> !holders.contains(p)).toList();
    Optional<Workload> root = context.root(workload);
    UnaryOperator<String> action = how -> action(context, held, how, givesUp);
    if (root.filter(ReleaseQuotaProposer::isJob).isPresent()) {
      Workload suspended = suspended(root.get());
      return Proposal.ofCluster(
              action.apply("suspend %s"),
              Actor.TENANT,
              List.of(new WorkloadChange.ScaleDown(suspended, alive)))
          .withCosts(ending(workload, others))
          .withStops(workload.root());
    }
    if (root.filter(w -> isScaled(w, others.size())).isPresent()) {
      return Proposal.ofCluster(
              action.apply("scale %s down to " + others.size()),
              Actor.TENANT,
              List.of(
                  new WorkloadChange.ScaleDown(
                      root.get().withReplicas(OptionalInt.of(others.size())), holders)))
          .withStops(workload.root());
    }
    return Proposal.ofCluster(
            action.apply("delete %s"),
            Actor.TENANT,
            List.of(new WorkloadChange.DeleteWorkload(workload)))
        .withCosts(ending(workload, others))
        .withStops(workload.root());
  }

  private static String action(
      DetectionContext context, HeldQuota held, String how, boolean givesUp) {
    List<Pod> holders = held.holder().pods();
    String label = held.holder().workload().label();
    Quantity charge = context.charge(holders, held.quota(), held.key());
    String holding =
        (holders.size() == 1 ? "pending pod holds " : "pending pods hold ")
            + charge
            + " of "
            + held.key();
    return givesUp
        ? "give up %s: %s, since its %s that %s needs"
            .formatted(label, how.formatted("it"), holding, held.denial().workload().label())
        : how.formatted(label) + ", whose " + holding;
  }

  private static List<String> ending(WorkloadPods workload, List<Pod> running) {
    return running.isEmpty()
        ? List.of()
        : List.of(
            (running.size() == 1 ? "1 other pod of " : running.size() + " other pods of ")
                + workload.label()
                + (running.size() == 1 ? " ends" : " end"));
  }

  static boolean isJob(Workload workload) {
    return workload.type().group().equals("batch") && workload.type().kind().equals("Job");
  }

  static Workload suspended(Workload job) {
    WorkloadDetails details =
        job.details() instanceof WorkloadDetails.Job of ? of.suspend() : job.details();
    return job.with().inactive(true).waiting(true).details(details).build();
  }

  /** Their controllers delete pods without a node first. */
  static boolean isScaled(Workload workload, int kept) {
    return workload.type().group().equals("apps")
        && SCALED.contains(workload.type().kind())
        && workload.templates().size() == 1
        && workload.templates().get(0).replicas().orElse(0) > kept;
  }
}
