package dev.plimsoll.model.tenancy.division;

import java.util.ArrayList;
import java.util.List;

/**
 * The level of all tenants if units were divisible: each gets its weight times the level, between
 * its floor and its ceiling.
 *
 * <p>The sum of units grows with the level in straight lines that bend where some tenant leaves its
 * floor or reaches its ceiling. Walking along the bends in order finds the level in O(n log n).
 *
 * @param numerator units
 * @param denominator the weights that share them; 0 stands for a level above all ceilings
 */
record WaterLevel(long numerator, long denominator) {

  /** A bend: from here on the claim counts with its weight, or no longer does. */
  private record Bend(long units, long weight, boolean leavesFloor) {
    static int compare(Bend a, Bend b) {
      return ExactProducts.compare(a.units, b.weight, b.units, a.weight);
    }
  }

  /** Returns the level at which the claims add up to the units, which cover all floors. */
  static WaterLevel of(long units, List<Claim> claims) {
    List<Bend> bends = new ArrayList<>();
    long still = 0;
    for (Claim claim : claims) {
      still = Math.addExact(still, claim.floor());
      if (claim.isOpen()) {
        bends.add(new Bend(claim.floor(), claim.weight(), true));
        bends.add(new Bend(claim.ceiling(), claim.weight(), false));
      }
    }
    bends.sort(Bend::compare);
    long moving = 0;
    for (Bend bend : bends) {
      if (ExactProducts.compare(moving, bend.units, units - still, bend.weight) >= 0) {
        return moving == 0
            ? new WaterLevel(bend.units, bend.weight)
            : new WaterLevel(units - still, moving);
      }
      if (bend.leavesFloor) {
        still -= bend.units;
        moving = Math.addExact(moving, bend.weight);
      } else {
        still += bend.units;
        moving -= bend.weight;
      }
    }
    return new WaterLevel(1, 0);
  }

  /** Returns the claim's whole units at this level, a half rounded up. */
  long units(Claim claim) {
    if (!claim.isOpen()) {
      return claim.floor();
    }
    long low = claim.floor();
    long high = claim.ceiling();
    while (low < high) {
      long middle = low + (high - low + 1) / 2;
      if (ExactProducts.compare(2 * middle - 1, denominator, claim.weight(), 2 * numerator) <= 0) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return low;
  }
}
