package dev.plimsoll.kubernetes.quantity;

import dev.plimsoll.kubernetes.quantity.Quantity.Format;
import java.math.BigDecimal;
import java.math.BigInteger;

/**
 * Writes a quantity the one way Kubernetes writes it: without fraction digits, the suffix as large
 * as loses nothing. Source: {@code CanonicalizeBytes} in {@code
 * staging/src/k8s.io/apimachinery/pkg/api/resource/quantity.go}.
 */
final class CanonicalForm {
  private static final int KIBI = 1024;
  private static final int KIBI_BITS = 10;

  private CanonicalForm() {}

  static String of(long unscaled, int exponent, Format format) {
    if (unscaled == 0) {
      return "0";
    }
    if (format != Format.BINARY_SI) {
      return decimal(unscaled, exponent, format);
    }
    if (exponent > 0 && !Decimal64.fits(unscaled, exponent)) {
      return of(BigDecimal.valueOf(unscaled, -exponent), format);
    }
    return binaryOrDecimal(unscaled, exponent);
  }

  static String of(BigDecimal value, Format format) {
    if (value.signum() == 0) {
      return "0";
    }
    BigDecimal stripped = value.stripTrailingZeros();
    if (format == Format.BINARY_SI
        && stripped.scale() <= 0
        && stripped.abs().compareTo(BigDecimal.valueOf(KIBI)) >= 0) {
      return binary(stripped.toBigIntegerExact());
    }
    int exponent = -stripped.scale();
    int places = Math.floorMod(exponent, 3);
    BigInteger mantissa = stripped.unscaledValue().multiply(BigInteger.TEN.pow(places));
    return mantissa + suffix(exponent - places, format);
  }

  private static String binaryOrDecimal(long unscaled, int exponent) {
    long value;
    if (exponent >= 0) {
      value = Decimal64.scaleUp(unscaled, exponent);
    } else if (Decimal64.divides(unscaled, -exponent)) {
      value = Decimal64.scaleDown(unscaled, -exponent);
    } else {
      return decimal(unscaled, exponent, Format.DECIMAL_SI);
    }
    if (-KIBI < value && value < KIBI) {
      return decimal(unscaled, exponent, Format.DECIMAL_SI);
    }
    int power = Long.numberOfTrailingZeros(value) / KIBI_BITS;
    return (value >> (power * KIBI_BITS)) + Suffix.binary(power);
  }

  private static String binary(BigInteger value) {
    int power = value.getLowestSetBit() / KIBI_BITS;
    return value.shiftRight(power * KIBI_BITS) + Suffix.binary(power);
  }

  private static String decimal(long unscaled, int exponent, Format format) {
    int zeros = Decimal64.trailingZeros(unscaled);
    int places = Math.floorMod(exponent + zeros, 3);
    long mantissa = Decimal64.scaleDown(unscaled, zeros);
    if (!Decimal64.fits(mantissa, places)) {
      return of(BigDecimal.valueOf(unscaled, -exponent), format);
    }
    return Decimal64.scaleUp(mantissa, places) + suffix(exponent + zeros - places, format);
  }

  private static String suffix(int exponent, Format format) {
    return format == Format.DECIMAL_EXPONENT
        ? Suffix.decimalExponent(exponent)
        : Suffix.decimal(exponent);
  }
}
