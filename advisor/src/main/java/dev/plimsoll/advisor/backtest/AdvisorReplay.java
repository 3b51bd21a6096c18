package dev.plimsoll.advisor.backtest;

import dev.plimsoll.model.tenancy.CapacityPolicy;
import dev.plimsoll.model.tenancy.DividedCapacity;
import dev.plimsoll.model.tenancy.DividedResource;
import dev.plimsoll.model.tenancy.decision.CeilingPlan;
import dev.plimsoll.model.tenancy.decision.Decider;
import dev.plimsoll.model.tenancy.decision.Observation;
import dev.plimsoll.model.tenancy.decision.ResourceCeilings;
import dev.plimsoll.model.tenancy.decision.State;
import dev.plimsoll.model.tenancy.decision.WaitingTolerance;
import dev.plimsoll.model.tenancy.division.Apportionment;
import dev.plimsoll.model.tenancy.plan.ConfirmedChanges;
import dev.plimsoll.model.tenancy.plan.PlannedRun;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Replays the advisor on a trace. At each step it decides from the observation of some steps
 * before. It writes decisions as in a cluster: reductions first, and none below the present usage.
 * A decision beyond {@code changes.limits} changes nothing.
 */
final class AdvisorReplay {
  private final DemandTrace trace;
  private final TracePolicy tracePolicy;
  private final Decider decider;
  private final Runnable afterStep;

  AdvisorReplay(
      DemandTrace trace,
      TracePolicy tracePolicy,
      WaitingTolerance waitingTolerance,
      Runnable afterStep) {
    this.trace = trace;
    this.tracePolicy = tracePolicy;
    this.decider = new Decider(waitingTolerance);
    this.afterStep = afterStep;
  }

  /**
   * Returns the quotas at each step.
   *
   * @param start the quotas in force before the first
   * @param delay how many steps are between what is seen and what is written
   */
  QuotaSeries replay(SortedMap<String, Long> start, int delay) {
    TraceObservations observations = new TraceObservations(trace, tracePolicy);
    List<SortedMap<String, Long>> series = new ArrayList<>();
    SortedMap<String, Long> quotas = start;
    State state = State.NONE;
    int withheld = 0;
    for (int i = 0; i < trace.samples().size(); i++) {
      if (i >= delay) {
        Observation observation = observations.of(trace.samples().get(i - delay), quotas);
        CeilingPlan decision = decider.decisionOf(observation, state);
        if (isBeyondLimits(observation.policy(), decision, quotas)) {
          withheld++;
        } else {
          quotas = written(decision, quotas, trace.samples().get(i));
        }
        state = decision.state();
      }
      series.add(quotas);
      afterStep.run();
    }
    return new QuotaSeries(trace, series, withheld);
  }

  private static boolean isBeyondLimits(
      CapacityPolicy policy, CeilingPlan decision, SortedMap<String, Long> quotas) {
    ResourceCeilings ceilings = decision.resources().get(0);
    DividedCapacity counted = ceilings.capacity();
    DividedResource resource = counted.resource();
    int changed = 0;
    long added = 0;
    long taken = 0;
    for (Map.Entry<String, Long> decided : ceilings.byNamespace().entrySet()) {
      long change = decided.getValue() - quotas.getOrDefault(decided.getKey(), 0L);
      changed += change == 0 ? 0 : 1;
      added += Math.max(0, change);
      taken += Math.max(0, -change);
    }
    DividedCapacity present =
        new DividedCapacity(policy, resource, counted.available() - ceilings.lost());
    PlannedRun.Total total =
        new PlannedRun.Total(present, resource.quantity(added), resource.quantity(taken));
    return new PlannedRun(changed, List.of(total)).beyond(policy.changes().limits()).isPresent();
  }

  private SortedMap<String, Long> written(
      CeilingPlan decision, SortedMap<String, Long> quotas, DemandTrace.Sample now) {
    SortedMap<String, Long> used = new TreeMap<>();
    decision
        .resources()
        .get(0)
        .ceilings()
        .forEach(c -> used.put(c.seen().namespace(), c.seen().charged()));
    Apportionment running = TraceObservations.running(trace, now, quotas);
    return new TreeMap<>(
        new ConfirmedChanges(
                quotas,
                decision.resources().get(0).byNamespace(),
                decision.resources().get(0).capacity().stepLimits())
            .makeAll(used, running.shares()));
  }
}
