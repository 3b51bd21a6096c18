package dev.plimsoll.model.tenancy.division;

import java.util.List;
import java.util.Set;

/**
 * A tenant with what it asks for.
 *
 * @param claim its weight, its guarantee as the floor, and its ceiling
 * @param demands what it asks for
 * @param reach the pools in which it could use more
 */
public record Claimant(Claim claim, List<UnitDemand> demands, Set<String> reach) {

  public Claimant {
    demands = List.copyOf(demands);
    reach = Set.copyOf(reach);
  }

  /** Returns the tenant's name. */
  public String tenant() {
    return claim.tenant();
  }

  /** Returns how many units it asks for. */
  public long demanded() {
    return demands.stream().mapToLong(UnitDemand::units).reduce(0, Math::addExact);
  }
}
