package dev.plimsoll.model.tenancy;

import dev.plimsoll.model.tenancy.division.Apportionment;
import dev.plimsoll.model.tenancy.division.Claim;
import dev.plimsoll.model.tenancy.division.Proportional;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;

/**
 * Gives each tenant what it used at peak times a factor, but not more than the nodes could give. If
 * that is too much together, it is divided by weight.
 */
final class GenerousDivision {

  private GenerousDivision() {}

  static Apportionment divide(Basis basis, DividedResource resource, BigDecimal factor) {
    List<Claim> claims = new ArrayList<>();
    for (Demand demand : basis.demands()) {
      Tenant tenant = basis.policy().tenants().get(claims.size());
      Claim bounds = basis.claim(tenant, resource);
      BigDecimal peak =
          Demand.sum(demand.placed(), resource)
              .max(basis.history().used(tenant.name(), resource.name()));
      long generous =
          Math.min(resource.unitsFor(peak.multiply(factor)), basis.capacity().given(resource));
      long most = Math.max(bounds.floor(), Math.min(generous, bounds.ceiling()));
      claims.add(new Claim(tenant.name(), tenant.weight(), bounds.floor(), most));
    }
    return Proportional.divide(basis.capacity().divided(resource), claims);
  }
}
