package dev.plimsoll.model.tenancy;

import dev.plimsoll.model.tenancy.division.Claim;
import java.util.List;

/**
 * What a division goes by.
 *
 * @param policy what was agreed
 * @param capacity what can be given
 * @param demands what tenants want, in the order of the policy
 * @param history what they used and wanted
 */
record Basis(CapacityPolicy policy, Capacity capacity, List<Demand> demands, History history) {

  /** Returns how many units the tenant gets at least. */
  long floor(Tenant tenant, DividedResource resource) {
    Amount guarantee = tenant.guarantee().getOrDefault(resource.name(), Amount.NONE);
    return Math.min(capacity.units(resource, guarantee), ceiling(tenant, resource));
  }

  /** Returns how many units the tenant gets at most. */
  long ceiling(Tenant tenant, DividedResource resource) {
    Amount ceiling = tenant.ceiling().get(resource.name());
    return ceiling == null
        ? Claim.MAX_UNITS
        : Math.min(Claim.MAX_UNITS, capacity.units(resource, ceiling));
  }

  Claim claim(Tenant tenant, DividedResource resource) {
    return new Claim(
        tenant.name(), tenant.weight(), floor(tenant, resource), ceiling(tenant, resource));
  }
}
