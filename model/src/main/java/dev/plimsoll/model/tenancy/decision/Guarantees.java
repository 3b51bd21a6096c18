package dev.plimsoll.model.tenancy.decision;

import java.util.Comparator;

/**
 * Raises tenants to their guarantees, as far as unassigned units or other tenants can give them.
 */
final class Guarantees implements DecisionPass {
  @Override
  public void run(ResourceDecision decision) {
    decision.tenants().values().forEach(t -> enforceGuarantee(decision, t));
  }

  private static void enforceGuarantee(ResourceDecision decision, TenantCeilings tenant) {
    while (tenant.total() < tenant.claim().floor()) {
      Ceiling receiver =
          tenant.ceilings().stream()
              .max(
                  Comparator.comparing((Ceiling c) -> c.maxIncrease() > 0)
                      .thenComparingLong(c -> c.demand() - c.value())
                      .thenComparing(Ceiling::namespace, Comparator.reverseOrder()))
              .orElseThrow();
      long missing =
          Math.min(
              receiver.maxIncrease(),
              Math.max(tenant.claim().floor() - tenant.total(), receiver.hysteresis()));
      long free = Math.min(missing, Math.max(0, decision.unassigned()));
      if (free > 0) {
        guarantee(decision, receiver, free, " that are in no quota");
        continue;
      }
      Ceiling donor =
          decision.ceilings().stream()
              .filter(c -> c.tenant() != tenant)
              .max(
                  Comparator.comparingLong((Ceiling c) -> giveable(c, receiver))
                      .thenComparing(Ceiling::namespace, Comparator.reverseOrder()))
              .orElse(receiver);
      long given = Math.min(missing, giveable(donor, receiver));
      if (given <= 0) {
        return;
      }
      decision.move(
          donor,
          donor.value() - given,
          "guarantee",
          decision.quantity(given) + " are guaranteed to " + tenant.name());
      guarantee(decision, receiver, given, " from " + donor.namespace());
    }
  }

  /** Returns the units that the donor doesn't use, even if it wants them: guarantees come first. */
  private static long giveable(Ceiling donor, Ceiling receiver) {
    return donor.maxDecrease(receiver, Math.max(0, donor.value() - donor.kept()));
  }

  private static void guarantee(
      ResourceDecision decision, Ceiling receiver, long units, String from) {
    decision.move(
        receiver,
        receiver.value() + units,
        "guarantee",
        "tenant "
            + receiver.tenant().name()
            + " is guaranteed "
            + decision.quantity(receiver.tenant().claim().floor())
            + "; it gets "
            + decision.quantity(units)
            + from);
  }
}
