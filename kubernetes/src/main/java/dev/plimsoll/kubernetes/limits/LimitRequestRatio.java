package dev.plimsoll.kubernetes.limits;

import java.math.BigDecimal;
import java.math.RoundingMode;

/**
 * How often one amount goes into another, written as Go's {@code %f} does: six decimals, the exact
 * binary value rounded half to even.
 *
 * @param value the quotient; infinite after a division by 0
 */
public record LimitRequestRatio(double value) {

  /** Returns the quotient in double precision. */
  public static LimitRequestRatio of(long dividend, long divisor) {
    return new LimitRequestRatio((double) dividend / (double) divisor);
  }

  @Override
  public String toString() {
    if (Double.isNaN(value)) {
      return "NaN";
    }
    if (Double.isInfinite(value)) {
      return value > 0 ? "+Inf" : "-Inf";
    }
    String digits =
        new BigDecimal(Math.abs(value)).setScale(6, RoundingMode.HALF_EVEN).toPlainString();
    return Math.copySign(1, value) < 0 ? "-" + digits : digits;
  }
}
