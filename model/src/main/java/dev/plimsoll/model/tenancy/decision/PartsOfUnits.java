package dev.plimsoll.model.tenancy.decision;

import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.model.tenancy.DividedResource;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;

/**
 * The rule for usage that isn't whole units. Usage is rounded up to whole units, except if only the
 * rounding makes the sum exceed the capacity. Then usage is rounded down, the sum of the parts,
 * rounded up once, is taken from the capacity, and ceilings include the parts as they are.
 *
 * @param resource the resource
 * @param exact whether parts are taken from the capacity
 * @param taken how many units all parts come to
 */
record PartsOfUnits(DividedResource resource, boolean exact, long taken) {

  static PartsOfUnits of(
      DividedResource resource,
      List<NamespaceUsage> usages,
      List<PoolObservation> pools,
      BigDecimal capacity) {
    long available = pools.stream().mapToLong(PoolObservation::available).sum();
    boolean exact =
        roundsBeyond(resource, usages, NamespaceUsage::used, available, capacity)
            || roundsBeyond(resource, usages, NamespaceUsage::bound, available, capacity);
    long free =
        available
            - usages.stream().mapToLong(u -> resource.unitsIn(u.bound().toBigDecimal())).sum();
    return new PartsOfUnits(
        resource,
        exact,
        exact ? Math.max(0, Math.min(free, resource.unitsFor(parts(resource, usages)))) : 0);
  }

  private static BigDecimal parts(DividedResource resource, List<NamespaceUsage> usages) {
    BigDecimal parts = BigDecimal.ZERO;
    for (NamespaceUsage usage : usages) {
      parts = parts.add(part(resource, usage.used()).max(part(resource, usage.bound())));
    }
    return parts;
  }

  /**
   * Returns the sum of parts of units in some namespaces, or 0 if ceilings have whole units only.
   */
  BigDecimal in(List<NamespaceUsage> usages) {
    return exact ? parts(resource, usages) : BigDecimal.ZERO;
  }

  private static boolean roundsBeyond(
      DividedResource resource,
      List<NamespaceUsage> usages,
      Function<NamespaceUsage, Quantity> amount,
      long available,
      BigDecimal capacity) {
    BigInteger whole = BigInteger.ZERO;
    BigInteger rounded = BigInteger.ZERO;
    BigDecimal sum = BigDecimal.ZERO;
    for (NamespaceUsage usage : usages) {
      rounded = rounded.add(BigInteger.valueOf(resource.unitsFor(amount.apply(usage))));
      whole = whole.add(BigInteger.valueOf(resource.unitsIn(amount.apply(usage).toBigDecimal())));
      sum = sum.add(amount.apply(usage).toBigDecimal());
    }
    return rounded.compareTo(BigInteger.valueOf(available)) > 0
        && whole.compareTo(BigInteger.valueOf(available)) <= 0
        && (resource.unitsFor(sum) <= available || sum.compareTo(capacity) <= 0);
  }

  /** Returns the part of an amount beyond its whole units. */
  private static BigDecimal part(DividedResource resource, Quantity amount) {
    return amount.toBigDecimal().remainder(resource.unit().toBigDecimal());
  }

  /** Returns as how many units an amount counts. */
  long units(Quantity amount) {
    return exact ? resource.unitsIn(amount.toBigDecimal()) : resource.unitsFor(amount);
  }

  /** Returns the pools without what all parts come to, the largest giving first. */
  List<PoolObservation> takenFrom(List<PoolObservation> pools) {
    if (taken == 0) {
      return pools;
    }
    List<PoolObservation> left = new ArrayList<>(pools);
    left.sort(Comparator.comparingLong(PoolObservation::available).reversed());
    long units = taken;
    for (int i = 0; i < left.size(); i++) {
      PoolObservation pool = left.get(i);
      long given = Math.min(units, pool.available());
      left.set(i, pool.withAvailable(pool.available() - given));
      units -= given;
    }
    return left;
  }
}
