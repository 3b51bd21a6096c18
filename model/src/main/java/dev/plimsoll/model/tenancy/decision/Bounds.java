package dev.plimsoll.model.tenancy.decision;

import dev.plimsoll.model.tenancy.Division;
import java.util.Comparator;
import java.util.List;

/**
 * Brings the ceilings within what holds whatever waits: none lies below what is kept, no tenant has
 * more than its ceiling, all together have no more than there is, and none has less than its
 * guarantee as far as others can give. What is too much is taken first from whoever is furthest
 * above its share.
 */
final class Bounds implements DecisionPass {
  @Override
  public void run(ResourceDecision decision) {
    boolean inForce = decision.policy().division() instanceof Division.Demand;
    for (Ceiling ceiling : decision.ceilings()) {
      if (inForce) {
        endRequest(decision, ceiling);
      }
      decision.move(
          ceiling,
          Math.max(ceiling.value(), ceiling.kept()),
          "in use",
          decision.quantity(ceiling.kept()) + " are in use and are kept");
    }
    decision.tenants().values().forEach(t -> enforceCeiling(decision, t));
    fit(decision);
    decision.tenants().values().forEach(t -> enforceGuarantee(decision, t));
  }

  /** Takes back what an approved request brought, once it is over. */
  private static void endRequest(ResourceDecision decision, Ceiling ceiling) {
    long ended = decision.grantedBefore(ceiling) - ceiling.seen().requested();
    if (ended > 0) {
      decision.move(
          ceiling,
          Math.max(ceiling.lowest(), ceiling.value() - ended),
          "request",
          "a request for " + decision.quantity(ended) + " has ended");
    }
  }

  private static void enforceCeiling(ResourceDecision decision, TenantCeilings tenant) {
    for (Ceiling ceiling : byExcess(tenant.ceilings())) {
      long excess = tenant.total() - tenant.claim().ceiling();
      if (excess > 0) {
        decision.move(
            ceiling,
            Math.max(ceiling.lowest(), ceiling.value() - excess),
            "ceiling",
            "tenant "
                + tenant.name()
                + " may have up to "
                + decision.quantity(tenant.claim().ceiling()));
      }
    }
  }

  private static void fit(ResourceDecision decision) {
    for (Ceiling ceiling : byExcess(decision.ceilings())) {
      long excess = -decision.unassigned();
      if (excess > 0) {
        long lowest = Math.max(ceiling.lowest(), Math.min(ceiling.value(), ceiling.goal()));
        decision.move(
            ceiling,
            Math.max(lowest, ceiling.value() - excess),
            "capacity",
            "all ceilings together are more than there is; this one is above its share of "
                + decision.quantity(ceiling.goal()));
      }
    }
  }

  private static List<Ceiling> byExcess(List<Ceiling> ceilings) {
    return ceilings.stream()
        .sorted(
            Comparator.comparingLong((Ceiling c) -> c.goal() - c.value())
                .thenComparing(Ceiling::namespace))
        .toList();
  }

  private static void enforceGuarantee(ResourceDecision decision, TenantCeilings tenant) {
    while (tenant.total() < tenant.claim().floor()) {
      Ceiling receiver =
          tenant.ceilings().stream()
              .max(
                  Comparator.comparingLong((Ceiling c) -> c.demand() - c.value())
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

  /** Returns what is not in use there, be it wanted or not: a guarantee comes before that. */
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
