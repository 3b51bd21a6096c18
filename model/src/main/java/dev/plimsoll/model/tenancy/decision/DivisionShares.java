package dev.plimsoll.model.tenancy.decision;

import dev.plimsoll.model.tenancy.ResourceDivision;
import dev.plimsoll.model.tenancy.division.Apportionment;
import dev.plimsoll.model.tenancy.division.Claim;
import dev.plimsoll.model.tenancy.division.ProportionalDivision;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The tenants' shares, by the policy's division, and from them where each ceiling should be: a
 * tenant has its share, but not less than what is kept for it, for which the others shrink in
 * proportion to what they have beyond that and, as far as it goes, beyond their guarantees; within
 * a tenant each namespace has what is kept, and of the rest as much as it wants beside the others.
 */
final class DivisionShares implements DecisionPass {
  @Override
  public void run(ResourceDecision decision) {
    decision.setShares(shares(decision));
    Apportionment goals = goalsOfTenants(decision);
    for (TenantCeilings tenant : decision.tenants().values()) {
      tenant.setGoal(goals.of(tenant.name()));
      goalsOfNamespaces(tenant, tenant.goal());
    }
  }

  private static Apportionment shares(ResourceDecision decision) {
    Map<String, Claim> claims = new TreeMap<>();
    decision.tenants().values().forEach(t -> claims.put(t.name(), t.claim()));
    return ResourceDivision.divide(
        decision.capacity(),
        decision.counted().pools(),
        claims,
        decision.seen().claimants(),
        decision.seen().peaks());
  }

  private static Apportionment goalsOfTenants(ResourceDecision decision) {
    Apportionment floors = floorsOfTenants(decision);
    List<Claim> claims = new ArrayList<>();
    for (TenantCeilings tenant : decision.tenants().values()) {
      long share = decision.shares().of(tenant.name());
      long floor = floors.of(tenant.name());
      claims.add(new Claim(tenant.name(), share, floor, Math.max(share, floor)));
    }
    return ProportionalDivision.divide(Math.max(floors.units(), decision.divided()), claims);
  }

  /** Returns what is kept and, as far as that leaves it, what of the share is guaranteed. */
  private static Apportionment floorsOfTenants(ResourceDecision decision) {
    List<Claim> claims = new ArrayList<>();
    long kept = 0;
    long owed = 0;
    for (TenantCeilings tenant : decision.tenants().values()) {
      long floor = tenant.ceilings().stream().mapToLong(Ceiling::kept).sum();
      long guaranteed = Math.min(decision.shares().of(tenant.name()), tenant.claim().floor());
      long most = Math.max(floor, guaranteed);
      claims.add(new Claim(tenant.name(), most - floor, floor, most));
      kept += floor;
      owed += most;
    }
    return ProportionalDivision.divide(Math.min(owed, Math.max(kept, decision.divided())), claims);
  }

  private static void goalsOfNamespaces(TenantCeilings tenant, long units) {
    boolean enough =
        tenant.ceilings().stream().mapToLong(c -> Math.max(c.kept(), c.demand())).sum() <= units;
    List<Claim> claims = new ArrayList<>();
    for (Ceiling ceiling : tenant.ceilings()) {
      long demand = Math.max(ceiling.kept(), ceiling.demand());
      claims.add(
          new Claim(
              ceiling.namespace(),
              1 + ceiling.demand(),
              enough ? demand : ceiling.kept(),
              enough ? Claim.MAX_UNITS : demand));
    }
    Apportionment goals = ProportionalDivision.divide(units, claims);
    tenant.ceilings().forEach(c -> c.setGoal(goals.of(c.namespace())));
  }
}
