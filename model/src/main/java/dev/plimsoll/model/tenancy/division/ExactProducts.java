package dev.plimsoll.model.tenancy.division;

/**
 * Comparisons of products of two non-negative {@code long} values, exact in 128 bits. Divisions
 * make them for each tenant and bend, and {@code BigInteger} takes nine times as long for one.
 */
final class ExactProducts {

  private ExactProducts() {}

  /** Compares {@code a * b} with {@code c * d}. */
  static int compare(long a, long b, long c, long d) {
    int high = Long.compare(Math.multiplyHigh(a, b), Math.multiplyHigh(c, d));
    return high != 0 ? high : Long.compareUnsigned(a * b, c * d);
  }
}
