package dev.plimsoll.model.tenancy.plan;

import dev.plimsoll.model.quantity.ResourceName;
import dev.plimsoll.model.tenancy.DividedResource;
import dev.plimsoll.model.tenancy.Share;
import dev.plimsoll.model.tenancy.Shares;
import dev.plimsoll.model.tenancy.Tenant;
import dev.plimsoll.model.tenancy.division.Apportionment;
import dev.plimsoll.model.tenancy.division.Claim;
import dev.plimsoll.model.tenancy.division.Proportional;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Where the ceilings of one resource should be: each tenant's share, but not less than what it
 * uses, for which the others give in proportion to what they have beyond their use; within a tenant
 * each namespace has what it uses, and of the rest as much as it wants beside the others.
 */
final class Goals {

  private Goals() {}

  /** Returns what each tenant's quotas should come to, by tenant. */
  static Apportionment ofTenants(Shares shares, DividedResource resource, List<Place> places) {
    Map<String, Long> used = new HashMap<>();
    places.forEach(p -> used.merge(p.tenant().name(), p.usedUnits(), Long::sum));
    List<Claim> claims = new ArrayList<>();
    for (Tenant tenant : shares.capacity().policy().tenants()) {
      if (used.containsKey(tenant.name())) {
        long share = share(shares, tenant, resource);
        long floor = used.getOrDefault(tenant.name(), 0L);
        claims.add(new Claim(tenant.name(), share, floor, Math.max(share, floor)));
      }
    }
    long floors = claims.stream().mapToLong(Claim::floor).sum();
    return Proportional.divide(Math.max(floors, shares.capacity().divided(resource)), claims);
  }

  /** Returns what the quotas of each of a tenant's namespaces should be, by namespace. */
  static Apportionment ofNamespaces(long units, List<Place> places) {
    return Proportional.divide(
        units,
        places.stream()
            .map(p -> new Claim(p.namespace(), 1 + p.wantedUnits(), p.usedUnits(), Claim.MAX_UNITS))
            .toList());
  }

  private static long share(Shares shares, Tenant tenant, DividedResource resource) {
    ResourceName name = resource.name();
    return shares.of(tenant.name(), name).map(Share::share).map(resource::unitsFor).orElse(0L);
  }
}
