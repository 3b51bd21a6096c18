package dev.plimsoll.model.tenancy.decision;

import dev.plimsoll.model.tenancy.Division;
import dev.plimsoll.model.tenancy.Reclaim;
import dev.plimsoll.model.tenancy.SharedLimit;
import dev.plimsoll.model.tenancy.division.Apportionment;
import dev.plimsoll.model.tenancy.division.Claim;
import dev.plimsoll.model.tenancy.division.Claimant;
import dev.plimsoll.model.tenancy.division.ProportionalDivision;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Computes the tenants' shares by the policy's division, and the goal of each ceiling. A tenant
 * gets its share, but at least its kept usage. For that, the other tenants shrink in proportion to
 * what they have beyond their kept usage and, if possible, beyond their guarantees. Within a
 * tenant, each namespace gets its kept usage and its part of the rest by demand. Namespaces under a
 * ClusterResourceQuota divide at most its limit; the rest goes to other namespaces.
 */
final class DivisionShares implements DecisionPass {
  @Override
  public void run(ResourceDecision decision) {
    decision.setShares(shares(decision));
    Apportionment goals = goalsOfTenants(decision);
    decision.tenants().values().forEach(t -> t.setGoal(goals.of(t.name())));
    Apportionment within =
        SharedLimit.divide(
            decision.clusterQuotas().stream()
                .map(q -> new SharedLimit(q.seen().units(), q.seen().namespaces()))
                .toList(),
            kept(decision),
            most -> goalsOfNamespaces(decision, most));
    decision.ceilings().forEach(c -> c.setGoal(within.of(c.namespace())));
    if (reclaims(decision)) {
      decision.ceilings().forEach(c -> c.keep(Math.min(c.kept(), c.goal())));
    }
  }

  /** Returns whether shares are reclaimed. If so, usage beyond the shares isn't kept. */
  private static boolean reclaims(ResourceDecision decision) {
    return decision.policy().division() instanceof Division.Demand
        && decision.policy().changes().reclaim() == Reclaim.WHEN_PODS_END;
  }

  private static Map<String, Long> kept(ResourceDecision decision) {
    Map<String, Long> kept = new HashMap<>();
    decision.ceilings().forEach(c -> kept.put(c.namespace(), c.kept()));
    return kept;
  }

  private static Apportionment goalsOfNamespaces(
      ResourceDecision decision, Map<String, Long> most) {
    SortedMap<String, Long> goals = new TreeMap<>();
    decision.tenants().values().forEach(t -> goals.putAll(goalsOfNamespaces(t, most)));
    return new Apportionment(decision.divided(), goals);
  }

  private static Apportionment shares(ResourceDecision decision) {
    return decision
        .claims()
        .divide(
            decision.tenants().keySet(),
            decision.counted().pools(),
            leaned(decision),
            decision.seen().peaks());
  }

  /** Returns the claimants with the weights that follow from what they had of late. */
  private static List<Claimant> leaned(ResourceDecision decision) {
    return decision.seen().claimants().stream()
        .map(
            c ->
                new Claimant(
                    c.claim()
                        .withWeight(decision.accounts().weight(c.tenant(), c.claim().weight())),
                    c.demands(),
                    c.reach()))
        .toList();
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

  /** Returns the kept usage of each tenant and, as far as capacity allows, its guaranteed share. */
  private static Apportionment floorsOfTenants(ResourceDecision decision) {
    List<Claim> claims = new ArrayList<>();
    long kept = 0;
    long owed = 0;
    for (TenantCeilings tenant : decision.tenants().values()) {
      long inUse = tenant.ceilings().stream().mapToLong(Ceiling::kept).sum();
      long share = decision.shares().of(tenant.name());
      long floor = reclaims(decision) ? Math.min(inUse, share) : inUse;
      long guaranteed = Math.min(share, tenant.claim().floor());
      long most = Math.max(floor, guaranteed);
      claims.add(new Claim(tenant.name(), most - floor, floor, most));
      kept += floor;
      owed += most;
    }
    return ProportionalDivision.divide(Math.min(owed, Math.max(kept, decision.divided())), claims);
  }

  private static SortedMap<String, Long> goalsOfNamespaces(
      TenantCeilings tenant, Map<String, Long> most) {
    boolean enough =
        tenant.ceilings().stream().mapToLong(c -> demand(c, most)).sum() <= tenant.goal();
    List<Claim> claims = new ArrayList<>();
    for (Ceiling ceiling : tenant.ceilings()) {
      long demand = demand(ceiling, most);
      claims.add(
          new Claim(
              ceiling.namespace(),
              1 + ceiling.demand(),
              enough ? demand : ceiling.kept(),
              enough ? most(ceiling, most) : demand));
    }
    return ProportionalDivision.divide(tenant.goal(), claims).shares();
  }

  private static long demand(Ceiling ceiling, Map<String, Long> most) {
    return ceiling.isFixed()
        ? ceiling.kept()
        : Math.min(Math.max(ceiling.kept(), ceiling.demand()), most(ceiling, most));
  }

  private static long most(Ceiling ceiling, Map<String, Long> most) {
    return ceiling.isFixed()
        ? ceiling.kept()
        : most.getOrDefault(ceiling.namespace(), Claim.MAX_UNITS);
  }
}
