package dev.plimsoll.model.gap.remedy;

import dev.plimsoll.model.gap.DetectionContext;
import dev.plimsoll.model.gap.GapCause;
import dev.plimsoll.model.gap.Remedy;
import dev.plimsoll.model.gap.UnschedulablePods;
import dev.plimsoll.model.object.Pod;
import dev.plimsoll.model.placement.framework.ScheduleResult;
import dev.plimsoll.model.quantity.ResourceName;
import dev.plimsoll.model.whatif.Attempt;
import dev.plimsoll.model.whatif.Simulation;
import dev.plimsoll.model.whatif.SimulationRun;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Two changes that help only together: after each of the first ones it is looked at what still
 * keeps the pods from running, and what is proposed against that is tried on top.
 */
final class RemedyPair {
  private static final int FIRST_TRIED = 3;
  private static final int PAIRS_TRIED = 12;

  private RemedyPair() {}

  /**
   * A proposal with what became of the pods.
   *
   * @param proposal the proposal
   * @param run what became of the pods
   * @param remedy the remedy
   */
  record Tried(Proposal proposal, SimulationRun run, Remedy remedy) {
    static Tried of(DetectionContext context, Proposal proposal, TriedPods pods) {
      Simulation changed = proposal.change(context.simulation(), pods);
      SimulationRun run = pods.run(changed, proposal.edit().edit());
      return new Tried(proposal, run, proposal.tried(context, pods, run));
    }
  }

  /** Returns the first pair that helps, none of whose parts does. */
  static Optional<Remedy> smallest(
      DetectionContext context, TriedPods pods, List<Tried> unhelpful) {
    int left = PAIRS_TRIED;
    for (Tried first : unhelpful.stream().limit(FIRST_TRIED).toList()) {
      Optional<GapCause> next = obstacle(pods, first.run());
      if (next.isEmpty()) {
        continue;
      }
      DetectionContext changed = context.on(first.run().before());
      for (RemedyProposer proposer : RemedyCatalog.OF_UNSCHEDULABLE_PODS) {
        for (Proposal second : proposer.propose(changed, next.get())) {
          Remedy both = first.proposal().and(second).tried(context, pods);
          if (both.helps()) {
            return Optional.of(both);
          }
          if (--left == 0) {
            return Optional.empty();
          }
        }
      }
    }
    return Optional.empty();
  }

  /** Returns why those pods still find no node that were admitted, if all were. */
  private static Optional<GapCause> obstacle(TriedPods pods, SimulationRun run) {
    List<Pod> waiting =
        run.attempts().stream()
            .filter(a -> a.isAdmitted() && !a.isPlaced())
            .map(Attempt::pod)
            .toList();
    return run.firstDenied().isPresent()
        ? Optional.empty()
        : run.firstUnplaced()
            .flatMap(Attempt::scheduleResult)
            .filter(ScheduleResult.Unschedulable.class::isInstance)
            .map(ScheduleResult.Unschedulable.class::cast)
            .map(
                why ->
                    new GapCause.Unschedulable(
                        new UnschedulablePods(pods.workload(), waiting, false, why),
                        scarcest(waiting.get(0))));
  }

  private static ResourceName scarcest(Pod pod) {
    return DetectionContext.requests(pod).removeZeros().names().stream()
        .max(Comparator.comparing(ResourceName::isExtended).thenComparing(ResourceName::name))
        .orElse(ResourceName.PODS);
  }
}
