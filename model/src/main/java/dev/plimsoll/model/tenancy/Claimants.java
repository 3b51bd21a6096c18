package dev.plimsoll.model.tenancy;

import dev.plimsoll.model.tenancy.division.Claimant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The tenants' demands for the divided resources, in whole units. */
public final class Claimants {
  private final DivisionInput divisionInput;
  private final DemandDivision demandDivision;

  /** Prepares the tenants' demands, which are in the order of the policy. */
  public Claimants(
      TenantCapacity tenantCapacity, List<TenantDemand> tenantDemands, UsageHistory usageHistory) {
    this(DivisionInput.of(tenantCapacity, tenantDemands, usageHistory));
  }

  Claimants(DivisionInput divisionInput) {
    this.divisionInput = divisionInput;
    this.demandDivision = new DemandDivision(divisionInput);
  }

  /** Returns the tenants with what they ask for, in the order of the policy. */
  public List<Claimant> of(DividedResource resource) {
    return demandDivision.claimants(resource);
  }

  /** Returns the highest usage of each tenant, now or in its history, by its name. */
  public Map<String, Long> peaks(DividedResource resource) {
    Map<String, Long> peaks = new HashMap<>();
    for (TenantDemand each : divisionInput.tenantDemands()) {
      peaks.put(
          each.tenant(),
          resource.unitsFor(
              TenantDemand.sum(each.placed(), resource)
                  .max(divisionInput.history().used(each.tenant(), resource.name()))));
    }
    return peaks;
  }
}
