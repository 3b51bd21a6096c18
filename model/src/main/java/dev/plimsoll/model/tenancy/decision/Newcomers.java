package dev.plimsoll.model.tenancy.decision;

import dev.plimsoll.model.tenancy.Division;
import java.util.Comparator;
import java.util.Optional;

/**
 * Gives a namespace without a ceiling up to its share of the units that others leave unused beyond
 * their own shares. The demand of such a namespace is unknown. A first ceiling of 0 would deny each
 * pod, and a pod that no controller creates again is never seen as demand.
 */
final class Newcomers implements DecisionPass {
  @Override
  public void run(ResourceDecision decision) {
    if (decision.policy().division() instanceof Division.Demand) {
      decision.ceilings().stream()
          .filter(c -> !c.seen().hasQuota() && !c.isFixed())
          .forEach(c -> welcome(decision, c));
    }
  }

  private static void welcome(ResourceDecision decision, Ceiling newcomer) {
    Optional<Donor> found = donor(decision, newcomer);
    while (found.isPresent()) {
      Donor donor = found.get();
      long units = Math.min(donor.maxTransfer(), newcomer.goal() - newcomer.value());
      decision.move(
          donor.ceiling(),
          donor.ceiling().value() - units,
          "newcomer",
          "%s are moved to %s, as they are unused here and beyond the share of %s"
              .formatted(
                  decision.quantity(units),
                  newcomer.namespace(),
                  decision.quantity(donor.ceiling().goal())));
      decision.move(
          newcomer,
          newcomer.value() + units,
          "newcomer",
          "its demand is not known yet; of its share of %s it gets %s from %s"
              .formatted(
                  decision.quantity(newcomer.goal()), decision.quantity(units), donor.namespace()));
      found = donor(decision, newcomer);
    }
  }

  /**
   * Returns who can give most of what is missing, first a ceiling of the same tenant. It is empty
   * if the newcomer has its share, or nobody can give enough.
   */
  private static Optional<Donor> donor(ResourceDecision decision, Ceiling newcomer) {
    long missing = newcomer.goal() - newcomer.value();
    return decision.ceilings().stream()
        .map(c -> Donor.of(c, newcomer, Math.min(c.steadySlack(), c.value() - c.goal())))
        .filter(d -> Math.min(missing, d.maxTransfer()) >= Math.max(1, newcomer.hysteresis()))
        .max(
            Comparator.comparingLong((Donor d) -> Math.min(missing, d.maxTransfer()))
                .thenComparingInt(Donor::rank)
                .thenComparingLong(Donor::maxTransfer)
                .thenComparing(Donor::namespace, Comparator.reverseOrder()));
  }
}
