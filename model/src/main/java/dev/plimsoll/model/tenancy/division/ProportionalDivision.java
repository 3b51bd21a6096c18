package dev.plimsoll.model.tenancy.division;

import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.SortedMap;
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
 * one unit a tenant. O(n log n) in the tenants, regardless of the units.
 *
 * <p>If the floors do not fit, they are themselves divided, in proportion to each other.
 */
public final class ProportionalDivision {

  private ProportionalDivision() {}

  /**
   * Divides the units among the claims; their order doesn't matter.
   *
   * @param units at most {@link Claim#MAX_UNITS}
   * @param claims one a tenant; weights and floors each add up to less than 2^62
   * @throws IllegalArgumentException if there are negative or too many units, or a tenant claims
   *     twice
   */
  public static Apportionment divide(long units, List<Claim> claims) {
    if (units < 0 || units > Claim.MAX_UNITS) {
      throw new IllegalArgumentException(
          "cannot divide " + units + " units: expected 0 to " + Claim.MAX_UNITS);
    }
    List<Claim> byName = byName(claims);
    long floors = byName.stream().mapToLong(Claim::floor).reduce(0, Math::addExact);
    return floors <= units ? aboveFloors(units, floors, byName) : belowFloors(units, byName);
  }

  private static List<Claim> byName(List<Claim> claims) {
    List<Claim> sorted = claims.stream().sorted(Comparator.comparing(Claim::tenant)).toList();
    for (int i = 1; i < sorted.size(); i++) {
      String tenant = sorted.get(i).tenant();
      if (tenant.equals(sorted.get(i - 1).tenant())) {
        throw new IllegalArgumentException("duplicate claim of tenant " + tenant);
      }
    }
    return sorted;
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
    long[] shares = new long[claims.size()];
    PriorityQueue<Seat> next = new PriorityQueue<>(Math.max(1, shares.length), Seat.ORDER);
    long left = units;
    for (int i = 0; i < shares.length; i++) {
      shares[i] = level.units(claims.get(i));
      left -= shares[i];
      next.add(new Seat(claims.get(i), i, shares[i] + 1));
    }
    while (left > 0 && !next.isEmpty()) {
      Seat seat = next.poll();
      if (seat.mayBeGiven()) {
        shares[seat.index] = seat.number;
        next.add(new Seat(seat.claim, seat.index, seat.number + 1));
        left--;
      }
    }
    SortedMap<String, Long> byTenant = new TreeMap<>();
    for (int i = 0; i < shares.length; i++) {
      byTenant.put(claims.get(i).tenant(), shares[i]);
    }
    return new Apportionment(units, byTenant);
  }

  /**
   * A tenant's unit of that number, counted from 1; the index is the tenant's in the order of
   * names.
   */
  private record Seat(Claim claim, int index, long number) {
    static final Comparator<Seat> ORDER =
        ((Comparator<Seat>) Seat::compareRank).thenComparingInt(s -> s.index);

    private static int compareRank(Seat a, Seat b) {
      return ExactProducts.compare(
          b.claim.weight(), 2 * a.number - 1, a.claim.weight(), 2 * b.number - 1);
    }

    boolean mayBeGiven() {
      return claim.weight() > 0 && number <= claim.ceiling();
    }
  }
}
