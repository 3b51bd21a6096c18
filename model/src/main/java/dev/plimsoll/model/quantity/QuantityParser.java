package dev.plimsoll.model.quantity;

import dev.plimsoll.model.quantity.Quantity.Format;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;

/**
 * Reads one quantity as Kubernetes' {@code ParseQuantity} does, its oddities included: which
 * numbers it takes as a {@code long} decides which spellings it keeps. Source: {@code
 * apimachinery/pkg/api/resource/quantity.go}.
 */
final class QuantityParser {
  private static final int NANO = -9;
  private static final int LONG_DIGITS = 18;
  private static final int LONG_DIGITS_WITHOUT_BINARY_SUFFIX = 14;
  private static final BigDecimal BINARY_CAP = BigDecimal.valueOf(Long.MAX_VALUE);

  private final String text;
  private int position;

  private QuantityParser(String text) {
    this.text = text;
  }

  static Quantity parse(String text) {
    if (text.isEmpty()) {
      throw QuantityFormatException.malformed();
    }
    return new QuantityParser(text).parse();
  }

  private Quantity parse() {
    boolean negative = text.charAt(0) == '-';
    if (negative || text.charAt(0) == '+') {
      position++;
    }
    int start = position;
    skip('0');
    int leadingZeros = position - start;
    long numerator = digits(0);
    int numeratorDigits = position - start - leadingZeros;
    long digits = numerator;
    boolean point = position < text.length() && text.charAt(position) == '.';
    int fractionDigits = 0;
    if (point) {
      position++;
      int fraction = position;
      digits = digits(numerator);
      fractionDigits = position - fraction;
    }
    int end = position;
    Suffix suffix = suffix();

    int length = Math.max(1, numeratorDigits) + fractionDigits;
    if (!fitsLong(suffix, length, fractionDigits)) {
      if (leadingZeros + numeratorDigits + fractionDigits == 0) {
        throw QuantityFormatException.badNumber();
      }
      return wide(new BigDecimal(text.substring(0, end)), suffix);
    }
    boolean binary = suffix.format() == Format.BINARY_SI;
    long magnitude = binary ? digits << suffix.exponent() : digits;
    int exponent = binary ? 0 : suffix.exponent() - fractionDigits;
    boolean kept =
        binary ? digits % 8 != 0 : exponent % 3 == 0 && digits % 1000 != 0 && numeratorDigits > 0;
    boolean canonical = suffix.canonical() && !point && leadingZeros == 0 && text.charAt(0) != '+';
    return new Quantity(
        negative ? -magnitude : magnitude,
        exponent,
        suffix.format(),
        kept && !canonical ? text : "");
  }

  private void skip(char wanted) {
    while (position < text.length() && text.charAt(position) == wanted) {
      position++;
    }
  }

  /** Reads digits behind those already read. Too many wrap around, and are then not used. */
  private long digits(long before) {
    long value = before;
    for (; position < text.length(); position++) {
      int digit = text.charAt(position) - '0';
      if (digit < 0 || digit > 9) {
        break;
      }
      value = 10 * value + digit;
    }
    return value;
  }

  private Suffix suffix() {
    int from = position;
    while (position < text.length() && "eEinumkKMGTP".indexOf(text.charAt(position)) >= 0) {
      position++;
    }
    if (position < text.length()
        && (text.charAt(position) == '-' || text.charAt(position) == '+')) {
      position++;
    }
    digits(0);
    if (position < text.length()) {
      throw QuantityFormatException.malformed();
    }
    return Suffix.of(text, from);
  }

  private static boolean fitsLong(Suffix suffix, int digits, int fractionDigits) {
    if (suffix.format() == Format.BINARY_SI) {
      int room = LONG_DIGITS_WITHOUT_BINARY_SUFFIX - suffix.exponent() * 3 / 10;
      return fractionDigits == 0 && digits <= room;
    }
    return digits <= LONG_DIGITS && suffix.exponent() - fractionDigits >= NANO;
  }

  private static Quantity wide(BigDecimal number, Suffix suffix) {
    Format format = suffix.format();
    if (format != Format.BINARY_SI) {
      return new Quantity(roundToNano(number.scaleByPowerOfTen(suffix.exponent())), format);
    }
    BigDecimal factor = new BigDecimal(BigInteger.ONE.shiftLeft(suffix.exponent()));
    BigDecimal value = roundToNano(number.multiply(factor));
    BigDecimal magnitude = value.abs();
    if (magnitude.compareTo(BINARY_CAP) > 0) {
      value = value.signum() < 0 ? BINARY_CAP.negate() : BINARY_CAP;
    }
    boolean fraction = value.signum() != 0 && magnitude.compareTo(BigDecimal.ONE) < 0;
    return new Quantity(value, fraction ? Format.DECIMAL_SI : format);
  }

  private static BigDecimal roundToNano(BigDecimal value) {
    return value.signum() == 0 ? value : value.setScale(-NANO, RoundingMode.UP);
  }
}
