package dev.plimsoll.model.tenancy.division;

import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.TreeMap;

/**
 * Division by weight between floors and ceilings, by the method of Webster and Sainte-Laguë.
 *
 * <p>A tenant's {@code k}-th unit has the rank {@code weight / (2k - 1)}; units up to the floor
 * rank before all others, units above the ceiling are not given. The units go to the highest ranks,
 * of equal ones to the first by name. Since no rank depends on how much there is, another unit
 * never takes one away from anybody.
 *
 * <p>Units are not handed out one by one: a {@link WaterLevel} a little too low gives all but about
 * one unit a tenant. O(n log n) in the tenants, whatever the units.
 *
 * <p>If the floors do not fit, they are themselves divided, in proportion to each other.
 */
public final class Proportional {

  private Proportional() {}

  /**
   * Divides the units among the claims, in whatever order they come.
   *
   * @param units at most {@link Claim#MAX_UNITS}
   * @param claims one a tenant; weights and floors each add up to less than 2^62
   * @throws IllegalArgumentException if there are negative or too many units, or a tenant claims
   *     twice
   */
  public static Apportionment divide(long units, List<Claim> claims) {
    check(units, claims);
    long floors = claims.stream().mapToLong(Claim::floor).reduce(0, Math::addExact);
    return floors <= units ? aboveFloors(units, floors, claims) : belowFloors(units, claims);
  }

  private static Apportionment belowFloors(long units, List<Claim> claims) {
    return aboveFloors(
        units,
        0,
        claims.stream().map(c -> new Claim(c.tenant(), c.floor(), 0, c.floor())).toList());
  }

  private static Apportionment aboveFloors(long units, long floors, List<Claim> claims) {
    long safe = Math.max(floors, units - (claims.size() + 1) / 2);
    WaterLevel level = WaterLevel.of(safe, claims);
    TreeMap<String, Long> shares = new TreeMap<>();
    PriorityQueue<Seat> next = new PriorityQueue<>(Seat.ORDER);
    long left = units;
    for (Claim claim : claims) {
      long share = level.units(claim);
      shares.put(claim.tenant(), share);
      left -= share;
      next.add(new Seat(claim, share + 1));
    }
    while (left > 0 && !next.isEmpty()) {
      Seat seat = next.poll();
      if (seat.mayBeGiven()) {
        shares.put(seat.claim.tenant(), seat.number);
        next.add(new Seat(seat.claim, seat.number + 1));
        left--;
      }
    }
    return new Apportionment(units, shares);
  }

  /** A tenant's unit of that number, counted from 1. */
  private record Seat(Claim claim, long number) {
    static final Comparator<Seat> ORDER =
        ((Comparator<Seat>) Seat::compareRank).thenComparing(s -> s.claim.tenant());

    private static int compareRank(Seat a, Seat b) {
      return Products.compare(
          b.claim.weight(), 2 * a.number - 1, a.claim.weight(), 2 * b.number - 1);
    }

    boolean mayBeGiven() {
      return claim.weight() > 0 && number <= claim.ceiling();
    }
  }

  private static void check(long units, List<Claim> claims) {
    if (units < 0 || units > Claim.MAX_UNITS) {
      throw new IllegalArgumentException(
          units + " units can't be divided; there may be 0 to " + Claim.MAX_UNITS);
    }
    Set<String> seen = new HashSet<>();
    for (Claim claim : claims) {
      if (!seen.add(claim.tenant())) {
        throw new IllegalArgumentException("tenant " + claim.tenant() + " claims twice");
      }
    }
  }
}
