package dev.plimsoll.model.gap.remedy;

import dev.plimsoll.model.gap.DetectionContext;
import dev.plimsoll.model.gap.GapCause;
import dev.plimsoll.model.gap.GapCause.HeldQuota;
import dev.plimsoll.model.gap.Remedy;
import dev.plimsoll.model.gap.UnschedulablePods;
import dev.plimsoll.model.gap.WorkloadDenial;
import dev.plimsoll.model.object.Pod;
import dev.plimsoll.model.quantity.Quantity;
import dev.plimsoll.model.quantity.ResourceName;
import dev.plimsoll.model.whatif.Change;
import dev.plimsoll.model.whatif.Simulation;
import dev.plimsoll.model.whatif.SimulationRun;
import java.util.List;
import java.util.stream.Stream;

/** Proposes to delete unschedulable pods that hold the quota which denies others. */
final class ReleaseQuotaProposer implements RemedyProposer {

  @Override
  public List<Remedy> propose(DetectionContext context, GapCause cause) {
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
                  .filter(p -> context.charge(p.pods(), quota, key).signum() > 0)
                  .map(p -> new HeldQuota(p, denial, quota, key));
            });
  }

  private static Remedy release(DetectionContext context, HeldQuota held) {
    List<Pod> holders = held.holder().pods();
    Quantity charge = context.charge(holders, held.quota(), held.key());
    Simulation released = context.simulation();
    for (Pod pod : holders) {
      released = released.with(new Change.DeletePod(pod.namespace(), pod.name()));
    }
    released = released.withResync(held.denial().namespace());
    String label = held.holder().workload().label();
    return Remedy.tried(
            "suspend or delete %s, whose pending pods hold %s of %s"
                .formatted(label, charge, held.key()),
            SimulationRun.create(released, held.denial().missingPods()))
        .withCommand(
            "kubectl delete %s -n %s"
                .formatted(label.replace('/', ' '), held.holder().workload().root().namespace()));
  }
}
