package dev.plimsoll.advisor.live;

import dev.plimsoll.kubernetes.quantity.Quantity;
import java.math.BigDecimal;
import java.math.RoundingMode;

/** Amounts in thousandths, the finest that a quota has; what is more than a long is the largest. */
final class MilliUnits {
  private static final BigDecimal LARGEST = BigDecimal.valueOf(Long.MAX_VALUE);

  private MilliUnits() {}

  static long of(Quantity quantity) {
    return quantity
        .toBigDecimal()
        .movePointRight(3)
        .setScale(0, RoundingMode.CEILING)
        .max(BigDecimal.ZERO)
        .min(LARGEST)
        .longValueExact();
  }

  static BigDecimal amount(long milliUnits) {
    return BigDecimal.valueOf(milliUnits, 3);
  }
}
