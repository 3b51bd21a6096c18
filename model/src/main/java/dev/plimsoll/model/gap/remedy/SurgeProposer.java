package dev.plimsoll.model.gap.remedy;

import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.Workload;
import dev.plimsoll.model.gap.Actor;
import dev.plimsoll.model.gap.BlockedRollout;
import dev.plimsoll.model.gap.DetectionContext;
import dev.plimsoll.model.gap.GapCause;
import dev.plimsoll.model.whatif.WorkloadChange;
import java.util.ArrayList;
import java.util.List;

/**
 * Proposes two changes for a rollout whose surge is denied. An old pod goes before each new one, or
 * a quota has enough for the surge.
 */
final class SurgeProposer implements RemedyProposer {

  @Override
  public List<Proposal> propose(DetectionContext context, GapCause cause) {
    if (!(cause instanceof GapCause.Rollout blocked)) {
      return List.of();
    }
    List<Proposal> proposals = new ArrayList<>();
    blocked
        .rollout()
        .withoutSurge()
        .ifPresent(missing -> proposals.add(oldFirst(blocked.rollout(), missing)));
    proposals.addAll(
        new RaiseQuotaProposer().propose(context, new GapCause.Denied(blocked.rollout().denial())));
    return proposals;
  }

  private static Proposal oldFirst(BlockedRollout rollout, int missing) {
    int steps = Math.min(rollout.denial().missingPods().size(), rollout.oldPods().size());
    List<Pod> first = rollout.oldPods().subList(0, steps);
    return oldFirst(rollout.withoutSurge(missing), first, missing);
  }

  /**
   * Returns the proposal that an old pod goes before each new one.
   *
   * @param withoutSurge the workload with that strategy
   * @param first the old pods that go first
   * @param missing how many pods may be missing
   */
  static Proposal oldFirst(Workload withoutSurge, List<Pod> first, int missing) {
    return Proposal.ofCluster(
            "set maxSurge to 0 and maxUnavailable to "
                + missing
                + ", so that an old pod goes before each new one",
            Actor.TENANT,
            List.of(new WorkloadChange.ScaleDown(withoutSurge, first)))
        .withCosts(
            List.of(
                missing == 1
                    ? "one pod fewer runs while it is rolled out"
                    : "up to " + missing + " of its pods may be missing while it is rolled out"));
  }
}
