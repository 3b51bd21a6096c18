package dev.plimsoll.model.tenancy;

import dev.plimsoll.model.tenancy.division.Apportionment;
import dev.plimsoll.model.tenancy.division.Claim;
import dev.plimsoll.model.tenancy.division.ProportionalDivision;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;

/**
 * Gives each tenant what it used at peak times a factor, but not more than the nodes could give. If
 * that is too much together, it is divided by weight.
 */
final class GenerousDivision {

  private GenerousDivision() {}

  static Apportionment divide(
      DivisionInput divisionInput, DividedResource resource, BigDecimal factor) {
    List<Claim> claims = new ArrayList<>();
    for (TenantDemand tenantDemand : divisionInput.tenantDemands()) {
      Tenant tenant = divisionInput.policy().tenants().get(claims.size());
      Claim bounds = divisionInput.claim(tenant, resource);
      BigDecimal peak =
          TenantDemand.sum(tenantDemand.placed(), resource)
              .max(divisionInput.history().used(tenant.name(), resource.name()));
      long generous =
          Math.min(
              resource.unitsFor(peak.multiply(factor)),
              divisionInput.capacity().distributable(resource));
      long most = Math.max(bounds.floor(), Math.min(generous, bounds.ceiling()));
      claims.add(new Claim(tenant.name(), tenant.weight(), bounds.floor(), most));
    }
    return ProportionalDivision.divide(divisionInput.capacity().divided(resource), claims);
  }
}
