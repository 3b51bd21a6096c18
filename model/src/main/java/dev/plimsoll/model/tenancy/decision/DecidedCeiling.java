package dev.plimsoll.model.tenancy.decision;

import dev.plimsoll.model.tenancy.plan.DerivationStep;
import java.util.List;

/**
 * A namespace's ceiling on a resource as decided, in whole units.
 *
 * @param seen what was seen there
 * @param tenantGoal what the ceilings of its tenant should come to by the tenants' shares and what
 *     is in use
 * @param goal where it should be by that
 * @param units where it is to be
 * @param waited how many unit-hours it has waited needlessly for what it still waits for
 * @param why how that came about, from the ceiling in force on
 */
public record DecidedCeiling(
    NamespaceObservation seen,
    long tenantGoal,
    long goal,
    long units,
    double waited,
    List<DerivationStep> why) {

  public DecidedCeiling {
    why = List.copyOf(why);
  }
}
