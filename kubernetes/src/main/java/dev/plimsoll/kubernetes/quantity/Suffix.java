package dev.plimsoll.kubernetes.quantity;

import dev.plimsoll.kubernetes.quantity.Quantity.Format;

/**
 * The end of a quantity's text: what it multiplies by and which format it selects.
 *
 * @param exponent of two in {@link Format#BINARY_SI}, of ten otherwise
 * @param canonical whether Kubernetes itself would write it so
 */
record Suffix(Format format, int exponent, boolean canonical) {
  /**
   * Kubernetes takes any 32-bit exponent, but then computes with all its digits for minutes. Nobody
   * means such a number, so it is rejected.
   */
  static final int EXPONENT_BOUND = 10_000;

  private static final String DECIMAL_UNITS = "num kMGTPE";
  private static final String BINARY_UNITS = "KMGTPE";
  private static final Suffix[] DECIMAL = new Suffix[DECIMAL_UNITS.length()];
  private static final Suffix[] BINARY = new Suffix[BINARY_UNITS.length()];
  private static final int NONE = 3;

  static {
    for (int i = 0; i < DECIMAL.length; i++) {
      DECIMAL[i] = new Suffix(Format.DECIMAL_SI, 3 * (i - NONE), true);
    }
    for (int i = 0; i < BINARY.length; i++) {
      BINARY[i] = new Suffix(Format.BINARY_SI, 10 * (i + 1), true);
    }
  }

  /**
   * Reads the suffix that begins at an offset and ends with the text. It must be made of a suffix's
   * characters only.
   *
   * @throws QuantityFormatException if there is no such suffix
   */
  static Suffix of(String text, int from) {
    int length = text.length() - from;
    if (length == 0) {
      return DECIMAL[NONE];
    }
    char first = text.charAt(from);
    if (length == 1) {
      return unit(DECIMAL, DECIMAL_UNITS.indexOf(first));
    }
    if (first == 'e' || first == 'E') {
      if (length > 2 || text.charAt(from + 1) != 'i') {
        return exponential(text, from);
      }
    }
    if (length == 2 && text.charAt(from + 1) == 'i') {
      return unit(BINARY, BINARY_UNITS.indexOf(first));
    }
    throw QuantityFormatException.badSuffix();
  }

  private static Suffix unit(Suffix[] units, int index) {
    if (index < 0) {
      throw QuantityFormatException.badSuffix();
    }
    return units[index];
  }

  private static Suffix exponential(String text, int from) {
    int exponent;
    try {
      exponent = (int) Long.parseLong(text, from + 1, text.length(), 10);
    } catch (NumberFormatException e) {
      throw QuantityFormatException.badSuffix();
    }
    if (Math.abs((long) exponent) > EXPONENT_BOUND) {
      throw QuantityFormatException.exponentOutOfRange(EXPONENT_BOUND);
    }
    boolean canonical = text.substring(from).equals(decimalExponent(exponent));
    return new Suffix(Format.DECIMAL_EXPONENT, exponent, canonical);
  }

  /** The suffix for a power of ten; none if Kubernetes has none. */
  static String decimal(int exponent) {
    int index = exponent / 3 + NONE;
    return index == NONE || index < 0 || index >= DECIMAL.length
        ? ""
        : DECIMAL_UNITS.substring(index, index + 1);
  }

  /** The suffix for a power of 1024; none if Kubernetes has none. */
  static String binary(int power) {
    return power == 0 || power > BINARY.length
        ? ""
        : BINARY_UNITS.substring(power - 1, power) + "i";
  }

  /** The suffix for a power of ten in scientific notation. */
  static String decimalExponent(int exponent) {
    return exponent == 0 ? "" : "e" + exponent;
  }
}
