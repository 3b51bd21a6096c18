package dev.plimsoll.model.tenancy;

import dev.plimsoll.model.tenancy.division.Apportionment;
import dev.plimsoll.model.tenancy.division.Claim;
import dev.plimsoll.model.tenancy.division.ProportionalDivision;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Between which whole units tenants may get of a resource.
 *
 * <p>Guarantees that are percentages are rounded together, by apportioning the capacity to them and
 * the rest: rounded each by itself, several could grow by a unit where the capacity grew by one,
 * and take it from others. A ceiling is rounded down. Guarantees may be more than there is, each by
 * itself and together; who divides does so in proportion to them then.
 */
public final class ShareBounds {
  /** Sorts before all names of tenants, so that of equal claims the rest comes first. */
  private static final String REST = "";

  private static final int DIGITS = 6;
  private static final long WHOLE = 100_000_000;

  private ShareBounds() {}

  /** Returns each tenant's claim, by its name. */
  public static Map<String, Claim> of(DividedCapacity capacity) {
    DividedResource resource = capacity.resource();
    Apportionment percentages = percentages(capacity);
    Map<String, Claim> claims = new HashMap<>();
    long greatest = 2 * Claim.MAX_UNITS / Math.max(1, capacity.policy().tenants().size());
    for (Tenant tenant : capacity.policy().tenants()) {
      Amount guarantee = tenant.guarantee().getOrDefault(resource.name(), Amount.NONE);
      Amount ceiling = tenant.ceiling().get(resource.name());
      long most =
          ceiling == null ? Claim.MAX_UNITS : Math.min(Claim.MAX_UNITS, capacity.units(ceiling));
      long least =
          guarantee instanceof Amount.Percent
              ? percentages.of(tenant.name())
              : capacity.units(guarantee);
      claims.put(
          tenant.name(),
          new Claim(
              tenant.name(), tenant.weight(), Math.min(Math.min(least, most), greatest), most));
    }
    return claims;
  }

  private static Apportionment percentages(DividedCapacity capacity) {
    List<Claim> claims = new ArrayList<>();
    long sum = 0;
    for (Tenant tenant : capacity.policy().tenants()) {
      if (tenant.guarantee().get(capacity.resource().name()) instanceof Amount.Percent percent) {
        long part = part(percent.percent());
        sum += part;
        claims.add(Claim.of(tenant.name(), part));
      }
    }
    claims.add(Claim.of(REST, Math.max(0, WHOLE - sum)));
    return ProportionalDivision.divide(capacity.distributable(), claims);
  }

  private static long part(BigDecimal percent) {
    return percent
        .movePointRight(DIGITS)
        .min(BigDecimal.valueOf(WHOLE))
        .setScale(0, RoundingMode.HALF_UP)
        .longValueExact();
  }
}
