package dev.plimsoll.model.tenancy.decision;

import dev.plimsoll.model.tenancy.Division;
import java.util.Comparator;

/** Assigns unassigned units to the tenant furthest below its share. */
final class Unassigned implements DecisionPass {
  @Override
  public void run(ResourceDecision decision) {
    if (!(decision.policy().division() instanceof Division.Demand)) {
      return;
    }
    for (Ceiling ceiling :
        decision.ceilings().stream()
            .sorted(
                Comparator.comparingLong((Ceiling c) -> c.value() - c.goal())
                    .thenComparing(Ceiling::namespace))
            .toList()) {
      long units =
          Math.min(
              Math.min(
                  Math.min(ceiling.goal() - ceiling.value(), ceiling.tenant().belowGoal()),
                  ceiling.maxIncrease()),
              decision.unassigned());
      if (units > 0 && units >= ceiling.hysteresis()) {
        decision.move(
            ceiling,
            ceiling.value() + units,
            "share",
            "it is below its share of "
                + decision.quantity(ceiling.goal())
                + " and gets "
                + decision.quantity(units)
                + " that are in no quota");
      }
    }
  }
}
