package dev.plimsoll.model.tenancy.decision;

import dev.plimsoll.model.tenancy.division.Apportionment;
import dev.plimsoll.model.tenancy.division.Claim;
import dev.plimsoll.model.tenancy.division.Claimant;
import dev.plimsoll.model.tenancy.division.MaxMinFairness;
import dev.plimsoll.model.tenancy.division.ProportionalDivision;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Limits the waiting demand to the units that the reached pools could still run, beside running
 * pods, in fair parts. Since one ceiling covers several pools, more of it would only be used in
 * another pool. No ceiling rises beyond the capacity of those pools.
 */
final class Reach implements DecisionPass {
  @Override
  public void run(ResourceDecision decision) {
    if (decision.counted().pools().size() < 2) {
      return;
    }
    List<Claimant> claimants = new ArrayList<>();
    for (Claimant each : decision.seen().claimants()) {
      long demanded = each.demanded();
      long running = Math.min(demanded, running(decision.tenant(each.tenant())));
      claimants.add(
          new Claimant(
              new Claim(each.tenant(), Math.max(1, each.claim().weight()), running, demanded),
              each.demands(),
              each.reach()));
    }
    Apportionment served = MaxMinFairness.divide(decision.counted().pools(), 0, claimants);
    for (Claimant each : decision.seen().claimants()) {
      TenantCeilings tenant = decision.tenant(each.tenant());
      long denied = tenant.ceilings().stream().mapToLong(Ceiling::denied).sum();
      tenant.limitReach(reached(decision, each));
      limit(tenant, served.of(tenant.name()) - Math.max(0, each.demanded() - denied));
    }
  }

  private static long reached(ResourceDecision decision, Claimant claimant) {
    Set<String> pools = new HashSet<>(claimant.reach());
    claimant.demands().forEach(d -> pools.addAll(d.pools()));
    return decision.counted().pools().entrySet().stream()
        .filter(p -> pools.contains(p.getKey()))
        .mapToLong(p -> decision.capacity().overcommitted(p.getValue()))
        .sum();
  }

  private static long running(TenantCeilings tenant) {
    return tenant.ceilings().stream().mapToLong(c -> c.seen().running()).sum();
  }

  private static void limit(TenantCeilings tenant, long servable) {
    Apportionment parts =
        ProportionalDivision.divide(
            Math.max(0, servable),
            tenant.ceilings().stream()
                .map(c -> new Claim(c.namespace(), 1 + c.denied(), 0, c.denied()))
                .toList());
    tenant.ceilings().forEach(c -> c.limitDenied(parts.of(c.namespace())));
  }
}
