package dev.plimsoll.model.tenancy.plan;

import dev.plimsoll.model.tenancy.DividedResource;
import dev.plimsoll.model.tenancy.Share;
import dev.plimsoll.model.tenancy.Shares;
import dev.plimsoll.model.tenancy.Tenant;
import dev.plimsoll.model.tenancy.division.Apportionment;
import dev.plimsoll.model.tenancy.division.Claim;
import dev.plimsoll.model.tenancy.division.ProportionalDivision;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Where the ceilings of one resource should be: each tenant's share, but not less than what it
 * uses, for which the others shrink in proportion to what they have beyond their use; within a
 * tenant each namespace has what it uses, and of the rest as much as it wants beside the others.
 *
 * <p>What pods without a node are charged counts as used as long as all that is charged fits into
 * what there is. Where it doesn't, only what bound pods are charged is kept.
 */
final class CeilingGoals {
  private final Shares shares;
  private final DividedResource resource;
  private final boolean chargedFits;

  CeilingGoals(Shares shares, DividedResource resource, List<NamespaceUsage> namespaceUsages) {
    this.shares = shares;
    this.resource = resource;
    this.chargedFits =
        namespaceUsages.stream().mapToLong(NamespaceUsage::usedUnits).sum()
            <= shares.capacity().divided(resource);
  }

  /** Returns how many units of a namespace's ceiling are not to be taken. */
  long kept(NamespaceUsage namespaceUsage) {
    return chargedFits ? namespaceUsage.usedUnits() : namespaceUsage.boundUnits();
  }

  /** Returns what each tenant's quotas should come to, by tenant. */
  Apportionment ofTenants(List<NamespaceUsage> namespaceUsages) {
    Map<String, Long> kept = new HashMap<>();
    namespaceUsages.forEach(p -> kept.merge(p.tenant().name(), kept(p), Long::sum));
    List<Claim> claims = new ArrayList<>();
    for (Tenant tenant : shares.capacity().policy().tenants()) {
      if (kept.containsKey(tenant.name())) {
        long share = share(tenant);
        long floor = kept.getOrDefault(tenant.name(), 0L);
        claims.add(new Claim(tenant.name(), share, floor, Math.max(share, floor)));
      }
    }
    long floors = claims.stream().mapToLong(Claim::floor).sum();
    return ProportionalDivision.divide(
        Math.max(floors, shares.capacity().divided(resource)), claims);
  }

  /**
   * Returns what the quotas of each of a tenant's namespaces should be, by namespace: what they
   * want comes first, and what is beyond is for all of them.
   */
  Apportionment ofNamespaces(long units, List<NamespaceUsage> namespaceUsages) {
    boolean enough =
        namespaceUsages.stream().mapToLong(p -> Math.max(kept(p), p.wantedUnits())).sum() <= units;
    List<Claim> claims = new ArrayList<>();
    for (NamespaceUsage namespaceUsage : namespaceUsages) {
      long wanted = Math.max(kept(namespaceUsage), namespaceUsage.wantedUnits());
      claims.add(
          new Claim(
              namespaceUsage.namespace(),
              1 + namespaceUsage.wantedUnits(),
              enough ? wanted : kept(namespaceUsage),
              enough ? Claim.MAX_UNITS : wanted));
    }
    return ProportionalDivision.divide(units, claims);
  }

  private long share(Tenant tenant) {
    return shares
        .of(tenant.name(), resource.name())
        .map(Share::share)
        .map(resource::unitsFor)
        .orElse(0L);
  }
}
