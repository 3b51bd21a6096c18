package dev.plimsoll.model.tenancy;

import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.model.tenancy.division.Claim;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The input of a division.
 *
 * @param capacity what can be given, by what was agreed
 * @param tenantDemands what tenants want, in the order of the policy
 * @param history what they used and wanted
 * @param bounds between what they may get, by resource and tenant
 */
record DivisionInput(
    TenantCapacity capacity,
    List<TenantDemand> tenantDemands,
    UsageHistory history,
    Map<ResourceName, Map<String, Claim>> bounds) {

  static DivisionInput of(
      TenantCapacity tenantCapacity, List<TenantDemand> tenantDemands, UsageHistory usageHistory) {
    Map<ResourceName, Map<String, Claim>> bounds = new HashMap<>();
    tenantCapacity
        .policy()
        .resources()
        .forEach(r -> bounds.put(r.name(), ShareBounds.of(tenantCapacity.of(r))));
    return new DivisionInput(tenantCapacity, tenantDemands, usageHistory, bounds);
  }

  CapacityPolicy policy() {
    return capacity.policy();
  }

  /** Returns between what the tenant may get. */
  Claim claim(Tenant tenant, DividedResource resource) {
    return Optional.ofNullable(bounds.getOrDefault(resource.name(), Map.of()).get(tenant.name()))
        .orElseThrow();
  }
}
