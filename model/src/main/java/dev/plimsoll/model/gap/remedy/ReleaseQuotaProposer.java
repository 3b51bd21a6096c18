package dev.plimsoll.model.gap.remedy;

import dev.plimsoll.model.gap.Actor;
import dev.plimsoll.model.gap.DetectionContext;
import dev.plimsoll.model.gap.GapCause;
import dev.plimsoll.model.gap.GapCause.HeldQuota;
import dev.plimsoll.model.gap.UnschedulablePods;
import dev.plimsoll.model.gap.WorkloadDenial;
import dev.plimsoll.model.object.Pod;
import dev.plimsoll.model.object.Workload;
import dev.plimsoll.model.object.WorkloadDetails;
import dev.plimsoll.model.quantity.Quantity;
import dev.plimsoll.model.quantity.ResourceName;
import dev.plimsoll.model.whatif.Change;
import dev.plimsoll.model.workload.WorkloadPods;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Stream;

/** Proposes to stop unschedulable pods that hold the quota which denies others. */
final class ReleaseQuotaProposer implements RemedyProposer {
  private static final Set<String> SCALED = Set.of("Deployment", "ReplicaSet");

  @Override
  public List<Proposal> propose(DetectionContext context, GapCause cause) {
    if (cause instanceof HeldQuota held) {
      return List.of(release(context, held));
    }
    return cause instanceof GapCause.Denied denied
        ? holders(context, denied.denial()).map(h -> release(context, h)).toList()
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

  private static Proposal release(DetectionContext context, HeldQuota held) {
    List<Pod> holders = held.holder().pods();
    WorkloadPods workload = held.holder().workload();
    List<Pod> alive = workload.pods().stream().filter(p -> !p.isTerminal()).toList();
    List<Pod> others = alive.stream().filter(p -> !holders.contains(p)).toList();
    Optional<Workload> root =
        context.cluster().list(Workload.class, workload.root().namespace()).stream()
            .filter(w -> w.name().equals(workload.root().name()))
            .filter(w -> w.type().kind().equals(workload.root().kind()))
            .findFirst();
    Quantity charge = context.charge(holders, held.quota(), held.key());
    String what =
        " %s, whose pending pods hold %s of %s".formatted(workload.label(), charge, held.key());
    if (root.filter(ReleaseQuotaProposer::isJob).isPresent()) {
      Workload suspended = suspended(root.get());
      return Proposal.ofCluster(
              "suspend" + what, Actor.TENANT, List.of(new Change.ScaleDown(suspended, alive)))
          .withCosts(ending(workload, others));
    }
    if (root.filter(w -> isScaled(w, others.size())).isPresent()) {
      return Proposal.ofCluster(
          "scale down to " + others.size() + what,
          Actor.TENANT,
          List.of(new Change.ScaleDown(scaled(root.get(), others.size()), holders)));
    }
    return Proposal.ofCluster(
            "delete" + what, Actor.TENANT, List.of(new Change.DeleteWorkload(workload)))
        .withCosts(ending(workload, others));
  }

  private static List<String> ending(WorkloadPods workload, List<Pod> running) {
    return running.isEmpty()
        ? List.of()
        : List.of(
            (running.size() == 1 ? "1 other pod of " : running.size() + " other pods of ")
                + workload.label()
                + (running.size() == 1 ? " ends" : " end"));
  }

  private static boolean isJob(Workload workload) {
    return workload.type().group().equals("batch") && workload.type().kind().equals("Job");
  }

  private static Workload suspended(Workload job) {
    WorkloadDetails details =
        job.details() instanceof WorkloadDetails.Job of ? of.suspend() : job.details();
    return job.with().inactive(true).waiting(true).details(details).build();
  }

  /** Their controllers delete pods without a node first. */
  private static boolean isScaled(Workload workload, int kept) {
    return workload.type().group().equals("apps")
        && SCALED.contains(workload.type().kind())
        && workload.templates().size() == 1
        && workload.templates().get(0).replicas().orElse(0) > kept;
  }

  private static Workload scaled(Workload workload, int replicas) {
    Workload.PodTemplate old = workload.templates().get(0);
    return workload.withTemplates(
        List.of(
            new Workload.PodTemplate(
                old.path(), old.metadata(), old.spec(), OptionalInt.of(replicas))));
  }
}
