package dev.plimsoll.model.tenancy;

import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;

/**
 * A resource that is divided, in whole units.
 *
 * @param name the resource as nodes call it
 * @param unit what is not cut any further: a GPU, a core, a gibibyte
 * @param pools the pools it is counted in; all if empty
 */
public record DividedResource(ResourceName name, Quantity unit, List<String> pools) {

  /** More units than this are taken for this many, so that sums don't overflow. */
  public static final long MAX_UNITS = 1L << 50;

  /**
   * Checks the unit.
   *
   * @throws IllegalArgumentException if the unit is not more than nothing
   */
  public DividedResource {
    pools = List.copyOf(pools);
    if (unit.signum() <= 0) {
      throw new IllegalArgumentException(
          "invalid unit " + unit + " of " + name + ": must be more than 0");
    }
  }

  /** Returns a resource counted in all pools in its usual unit. */
  public static DividedResource of(ResourceName name) {
    return new DividedResource(name, usualUnit(name), List.of());
  }

  /** Returns a gibibyte for memory, storage and huge pages, and 1 for anything else. */
  public static Quantity usualUnit(ResourceName name) {
    boolean bytes =
        name.equals(ResourceName.MEMORY)
            || name.equals(ResourceName.EPHEMERAL_STORAGE)
            || name.isHugePage();
    return bytes ? Quantity.of(1L << 30, Quantity.Format.BINARY_SI) : Quantity.of(1);
  }

  /** Returns whether the resource is counted in that pool. */
  public boolean countsIn(String pool) {
    return pools.isEmpty() || pools.contains(pool);
  }

  /** Returns how many whole units there are in it, {@link #MAX_UNITS} at most. */
  public long unitsIn(BigDecimal amount) {
    return units(amount, RoundingMode.FLOOR);
  }

  /** Returns how many whole units hold it, {@link #MAX_UNITS} at most. */
  public long unitsFor(BigDecimal amount) {
    return units(amount, RoundingMode.CEILING);
  }

  /** Returns how many whole units hold it. */
  public long unitsFor(Quantity amount) {
    return unitsFor(amount.toBigDecimal());
  }

  /** Returns the quantity of that number of units. */
  public Quantity quantity(long units) {
    return unit.multiply(units);
  }

  /** Returns an amount that needn't be whole units, written as the unit is. */
  public Quantity written(BigDecimal amount) {
    return Quantity.parse(amount.toPlainString()).inFormat(unit.format());
  }

  private long units(BigDecimal amount, RoundingMode rounding) {
    BigDecimal units = amount.divide(unit.toBigDecimal(), 0, rounding);
    return units.max(BigDecimal.ZERO).min(BigDecimal.valueOf(MAX_UNITS)).longValueExact();
  }
}
