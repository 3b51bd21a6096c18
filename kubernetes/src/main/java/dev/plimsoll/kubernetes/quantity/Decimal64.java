package dev.plimsoll.kubernetes.quantity;

/** Arithmetic of {@code long} values scaled by powers of ten, without ever wrapping around. */
final class Decimal64 {
  private static final int MAX_PLACES = 18;
  private static final long[] POWERS = new long[MAX_PLACES + 1];

  static {
    POWERS[0] = 1;
    for (int i = 1; i <= MAX_PLACES; i++) {
      POWERS[i] = 10 * POWERS[i - 1];
    }
  }

  private Decimal64() {}

  /** Whether {@code value} times ten to the {@code places} is a {@code long}. */
  static boolean fits(long value, int places) {
    if (places == 0 || value == 0) {
      return true;
    }
    if (places > MAX_PLACES) {
      return false;
    }
    long bound = Long.MAX_VALUE / POWERS[places];
    return -bound <= value && value <= bound;
  }

  /** {@code value} times ten to the {@code places}, which must fit. */
  static long scaleUp(long value, int places) {
    return value == 0 ? 0 : value * POWERS[places];
  }

  /** {@code value} divided by ten to the {@code places}, rounded away from zero. */
  static long scaleDown(long value, int places) {
    if (places > MAX_PLACES) {
      return Long.signum(value);
    }
    long quotient = value / POWERS[places];
    return value % POWERS[places] == 0 ? quotient : quotient + Long.signum(value);
  }

  /** Whether {@code value} divided by ten to the {@code places} is whole. */
  static boolean divides(long value, int places) {
    return value == 0 || (places <= MAX_PLACES && value % POWERS[places] == 0);
  }

  /** How many times ten divides {@code value}, which is not zero. */
  static int trailingZeros(long value) {
    int zeros = 0;
    for (long rest = value; rest % 10 == 0; rest /= 10) {
      zeros++;
    }
    return zeros;
  }

  /** Returns the same hash for each pair of value and exponent that gives the same number. */
  static int hash(long value, int exponent) {
    if (value == 0) {
      return 0;
    }
    int zeros = trailingZeros(value);
    return 31 * Long.hashCode(scaleDown(value, zeros)) + exponent + zeros;
  }
}
