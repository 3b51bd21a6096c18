package dev.plimsoll.kubernetes.quantity;

import java.math.BigDecimal;
import java.math.BigInteger;

/**
 * The integer Kubernetes makes of an amount it holds with arbitrary precision. What does not fit a
 * {@code long} keeps its low bits, and some negative amounts are rounded the wrong way, as there.
 * Source: {@code scaledValue} in {@code
 * staging/src/k8s.io/apimachinery/pkg/api/resource/scale_int.go}.
 */
final class WideValue {
  private static final int LONG_DIGITS = 19;
  private static final BigInteger LONG_MAX = BigInteger.valueOf(Long.MAX_VALUE);

  private WideValue() {}

  /** {@code value} in units of ten to the {@code -scale}. */
  static long scaled(BigDecimal value, int scale) {
    BigInteger unscaled = value.unscaledValue();
    int difference = value.scale() - scale;
    if (difference == 0) {
      return unscaled.longValue();
    }
    if (difference < 0) {
      return unscaled.longValue() * powerOfTen(-difference);
    }
    if (unscaled.compareTo(LONG_MAX) < 0 && difference < LONG_DIGITS) {
      long divisor = powerOfTen(difference);
      long low = unscaled.longValue();
      return low % divisor == 0 ? low / divisor : low / divisor + 1;
    }
    BigInteger divisor = BigInteger.TEN.pow(difference);
    BigInteger remainder = unscaled.mod(divisor);
    long quotient = unscaled.subtract(remainder).divide(divisor).longValue();
    return remainder.signum() == 0 ? quotient : quotient + 1;
  }

  /** The same as {@link Decimal64#hash} where a {@code long} holds the number. */
  static int hash(BigDecimal value) {
    BigDecimal stripped = value.stripTrailingZeros();
    BigInteger unscaled = stripped.unscaledValue();
    return unscaled.bitLength() < Long.SIZE
        ? Decimal64.hash(unscaled.longValue(), -stripped.scale())
        : 31 * unscaled.hashCode() - stripped.scale();
  }

  /** A power that is no {@code long} becomes the smallest one, as on the usual processors in Go. */
  private static long powerOfTen(int places) {
    return Decimal64.fits(1, places) ? Decimal64.scaleUp(1, places) : Long.MIN_VALUE;
  }
}
