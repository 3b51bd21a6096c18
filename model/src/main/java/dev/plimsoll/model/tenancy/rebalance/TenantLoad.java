package dev.plimsoll.model.tenancy.rebalance;

import dev.plimsoll.model.tenancy.division.Claim;

/**
 * What a tenant is entitled to and wants at an observation, in whole units.
 *
 * @param tenant the name
 * @param entitled the quota that it has if nobody moves anything, which is also its weight
 * @param guarantee the quota that is never taken from it
 * @param ceiling the quota that it never gets more than
 * @param demand what it has running and waiting
 */
public record TenantLoad(String tenant, long entitled, long guarantee, long ceiling, long demand) {

  /**
   * Checks the values.
   *
   * @throws IllegalArgumentException if one is negative or the guarantee is above the ceiling
   */
  public TenantLoad {
    if (entitled < 0 || guarantee < 0 || ceiling < guarantee || demand < 0) {
      throw new IllegalArgumentException(
          "invalid load of tenant "
              + tenant
              + ": entitled "
              + entitled
              + ", guarantee "
              + guarantee
              + ", ceiling "
              + ceiling
              + ", demand "
              + demand
              + "; none may be negative nor the guarantee above the ceiling");
    }
  }

  /** Returns the load of a tenant that may give all and get all. */
  public static TenantLoad of(String tenant, long entitled, long demand) {
    return new TenantLoad(tenant, entitled, 0, Claim.MAX_UNITS, demand);
  }

  /** Returns what it wants as far as it may get it. */
  long wanted() {
    return Math.min(demand, ceiling);
  }
}
