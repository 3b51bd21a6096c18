package dev.plimsoll.model.tenancy;

import dev.plimsoll.model.tenancy.division.Claim;
import dev.plimsoll.model.tenancy.division.StepLimits;
import java.math.BigDecimal;
import java.math.RoundingMode;

/**
 * How many whole units of a resource there are to divide.
 *
 * @param policy what was agreed
 * @param resource the resource
 * @param available how many units there are for tenants and the reserve
 */
public record DividedCapacity(CapacityPolicy policy, DividedResource resource, long available) {

  /** Returns how many units are kept in reserve; a percentage is one of what is available. */
  public long reserve() {
    BigDecimal whole = resource.unit().toBigDecimal().multiply(BigDecimal.valueOf(available));
    Amount reserve = policy.reserve().getOrDefault(resource.name(), Amount.NONE);
    return Math.min(available, resource.unitsFor(reserve.of(whole)));
  }

  /** Returns how many units are divided among tenants. */
  public long distributable() {
    return available - reserve();
  }

  /** Returns how many units tenants may get together: what there is, times the overcommit. */
  public long divided() {
    return overcommitted(distributable());
  }

  /** Returns the units times as often as they may be given away. */
  public long overcommitted(long units) {
    return BigDecimal.valueOf(units)
        .multiply(policy.division().overcommit())
        .setScale(0, RoundingMode.FLOOR)
        .min(BigDecimal.valueOf(Claim.MAX_UNITS))
        .longValueExact();
  }

  /** Returns how many whole units an amount comes to; a percentage is one of what is divided. */
  public long units(Amount amount) {
    return resource.unitsIn(amount(amount));
  }

  /** Returns how large one change may be; one unit can always be made. */
  public StepLimits stepLimits() {
    long hysteresis = resource.unitsFor(amount(policy.changes().hysteresis()));
    long step = policy.changes().anySize() ? Claim.MAX_UNITS : units(policy.changes().step());
    return new StepLimits(hysteresis, Math.max(1, step));
  }

  private BigDecimal amount(Amount amount) {
    return amount.of(resource.unit().toBigDecimal().multiply(BigDecimal.valueOf(distributable())));
  }
}
