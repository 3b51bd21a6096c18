package dev.plimsoll.model.tenancy.decision;

import dev.plimsoll.model.tenancy.Division;
import java.util.Comparator;
import java.util.List;

/**
 * Brings the ceilings within bounds that hold regardless of waiting work. No ceiling is below the
 * kept usage, and no tenant exceeds its ceiling. The ceilings under a ClusterResourceQuota don't
 * exceed it together, and all ceilings don't exceed the capacity. An excess is taken first from the
 * tenant furthest above its share. A ClusterResourceQuota applies at once, regardless of the step,
 * since nothing beyond it is admitted anyway.
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
    decision.clusterQuotas().forEach(q -> enforce(decision, q));
    fit(decision);
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

  private static void enforce(ResourceDecision decision, ClusterQuotaCeilings quota) {
    for (Ceiling ceiling : byExcess(quota.ceilings())) {
      long lowest = Math.max(ceiling.kept(), Math.min(ceiling.value(), ceiling.goal()));
      decision.move(
          ceiling,
          Math.max(lowest, ceiling.value() - quota.excess()),
          "cluster quota",
          quota.seen().message());
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
}
