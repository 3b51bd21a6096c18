package dev.plimsoll.model.tenancy.steering;

import dev.plimsoll.model.tenancy.division.Claim;

/**
 * What a tenant is entitled to and wants at a moment, in whole units.
 *
 * @param tenant the name
 * @param entitled the quota that it has if nobody moves anything, which is also its weight
 * @param least the quota that is never taken from it
 * @param most the quota that it never gets more than
 * @param demand what it has running and waiting
 */
public record Load(String tenant, long entitled, long least, long most, long demand) {

  /**
   * Checks the figures.
   *
   * @throws IllegalArgumentException if one is negative or the least is above the most
   */
  public Load {
    if (entitled < 0 || least < 0 || most < least || demand < 0) {
      throw new IllegalArgumentException(
          "tenant "
              + tenant
              + " is entitled to "
              + entitled
              + ", at least "
              + least
              + " and at most "
              + most
              + ", and wants "
              + demand
              + "; none may be negative nor the least above the most");
    }
  }

  /** Returns the load of a tenant that may give all and get all. */
  public static Load of(String tenant, long entitled, long demand) {
    return new Load(tenant, entitled, 0, Claim.MAX_UNITS, demand);
  }

  /** Returns what it wants as far as it may get it. */
  long wanted() {
    return Math.min(demand, most);
  }
}
