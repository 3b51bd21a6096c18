package dev.plimsoll.model.tenancy;

import dev.plimsoll.model.tenancy.division.Apportionment;
import dev.plimsoll.model.tenancy.division.Claim;
import dev.plimsoll.model.tenancy.division.Claimant;
import dev.plimsoll.model.tenancy.division.MaxMinFairness;
import dev.plimsoll.model.tenancy.division.ProportionalDivision;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Divides a resource among tenants as the policy says: by weight, by demand or by usage. Division
 * by demand is {@linkplain MaxMinFairness fair by weight}. Division by usage takes each peak times
 * a factor, but no more than the nodes could give. If these are too much together, the weight
 * decides.
 */
public final class ResourceDivision {
  private ResourceDivision() {}

  /**
   * Divides it.
   *
   * @param pools how many units each pool has
   * @param claims what each tenant may get, by its name: with its weight, its guarantee as the
   *     floor and its ceiling
   * @param claimants what the tenants ask for, with the weights they have in this resource
   * @param peaks what each tenant used at most, in units, by its name
   */
  public static Apportionment divide(
      DividedCapacity capacity,
      Map<String, Long> pools,
      Map<String, Claim> claims,
      List<Claimant> claimants,
      Map<String, Long> peaks) {
    Division division = capacity.policy().division();
    if (division instanceof Division.Demand) {
      return byDemand(capacity, pools, claims, claimants);
    }
    List<Claim> all = new ArrayList<>(claims.values());
    if (division instanceof Division.Generous generous) {
      all.replaceAll(c -> generous(capacity, generous.factor(), c, peaks));
    }
    return ProportionalDivision.divide(capacity.divided(), all);
  }

  private static Apportionment byDemand(
      DividedCapacity capacity,
      Map<String, Long> pools,
      Map<String, Claim> claims,
      List<Claimant> claimants) {
    Map<String, Long> overcommitted = new TreeMap<>();
    pools.forEach((pool, units) -> overcommitted.put(pool, capacity.overcommitted(units)));
    long all = overcommitted.values().stream().mapToLong(Long::longValue).sum();
    List<Claimant> bounded = new ArrayList<>();
    for (Claimant each : claimants) {
      Claim bounds = claims.get(each.tenant());
      if (bounds != null) {
        bounded.add(
            new Claimant(
                new Claim(each.tenant(), each.claim().weight(), bounds.floor(), bounds.ceiling()),
                each.demands(),
                each.reach()));
      }
    }
    return MaxMinFairness.divide(overcommitted, Math.max(0, all - capacity.divided()), bounded);
  }

  private static Claim generous(
      DividedCapacity capacity, BigDecimal factor, Claim bounds, Map<String, Long> peaks) {
    long granted =
        BigDecimal.valueOf(peaks.getOrDefault(bounds.tenant(), 0L))
            .multiply(factor)
            .setScale(0, RoundingMode.CEILING)
            .min(BigDecimal.valueOf(capacity.distributable()))
            .longValueExact();
    long most = Math.max(bounds.floor(), Math.min(granted, bounds.ceiling()));
    return new Claim(bounds.tenant(), bounds.weight(), bounds.floor(), most);
  }
}
