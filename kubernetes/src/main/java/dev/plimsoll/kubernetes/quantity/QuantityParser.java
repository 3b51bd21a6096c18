package dev.plimsoll.kubernetes.quantity;

import dev.plimsoll.kubernetes.quantity.Quantity.Format;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;

/**
 * Reads one quantity as Kubernetes' {@code ParseQuantity} does, its oddities included: which
 * numbers it takes as a {@code long} decides which spellings it keeps. Source: {@code
 * staging/src/k8s.io/apimachinery/pkg/api/resource/quantity.go}.
 */
final class QuantityParser {
  /**
   * Kubernetes takes any length, and computing with it takes time that grows with its square.
   * Nobody means such a number.
   */
  private static final int MOST_CHARACTERS = 1_000;

  private static final int NANO = -9;
  private static final int LONG_DIGITS = 18;
  private static final int LONG_DIGITS_WITH_BINARY_SUFFIX = 14;
  private static final BigDecimal BINARY_CAP = BigDecimal.valueOf(Long.MAX_VALUE);
  private static final String SUFFIX_LETTERS = "eEinumkKMGTP";
  private static final char NEXT_LINE = '\u0085';

  private final String text;
  private int position;
  private int leadingZeros;
  private int integerDigits;
  private int fractionDigits;
  private boolean point;

  /** The digits of integer and fraction; meaningless where {@link #fitsLong} is false. */
  private long digits;

  private QuantityParser(String text) {
    this.text = text;
  }

  static Quantity parse(String text) {
    if (text.isEmpty()) {
      throw QuantityFormatException.malformed();
    }
    return new QuantityParser(text).parse();
  }

  /**
   * Returns a text that comes from outside.
   *
   * @throws QuantityFormatException if it is longer than any that somebody means
   */
  static String bounded(String text) {
    if (text.length() > MOST_CHARACTERS) {
      throw QuantityFormatException.tooLong(MOST_CHARACTERS, text.length());
    }
    return text;
  }

  /** Reads what a document holds: Kubernetes drops the white space around it. */
  static Quantity parseTrimmed(String text) {
    int start = 0;
    int end = text.length();
    while (start < end && isSpace(text.charAt(start))) {
      start++;
    }
    while (start < end && isSpace(text.charAt(end - 1))) {
      end--;
    }
    return parse(bounded(text.substring(start, end)));
  }

  /** Control characters do not count: a document holds them escaped, and escapes are not undone. */
  private static boolean isSpace(char c) {
    return Character.isSpaceChar(c) || c == NEXT_LINE;
  }

  private Quantity parse() {
    readNumber();
    int end = position;
    readSuffix();
    Suffix suffix = Suffix.of(text, end);
    if (fitsLong(suffix)) {
      return narrow(suffix);
    }
    if (leadingZeros + integerDigits + fractionDigits == 0) {
      throw QuantityFormatException.badNumber();
    }
    return wide(new BigDecimal(text.substring(0, end)), suffix);
  }

  private void readNumber() {
    if (atOneOf("+-")) {
      position++;
    }
    int start = position;
    while (atOneOf("0")) {
      position++;
    }
    leadingZeros = position - start;
    readDigits();
    integerDigits = position - start - leadingZeros;
    point = atOneOf(".");
    if (point) {
      int first = ++position;
      readDigits();
      fractionDigits = position - first;
    }
  }

  private void readDigits() {
    for (; position < text.length(); position++) {
      int digit = text.charAt(position) - '0';
      if (digit < 0 || digit > 9) {
        return;
      }
      digits = 10 * digits + digit;
    }
  }

  private void readSuffix() {
    while (atOneOf(SUFFIX_LETTERS)) {
      position++;
    }
    if (atOneOf("+-")) {
      position++;
    }
    while (atOneOf("0123456789")) {
      position++;
    }
    if (position < text.length()) {
      throw QuantityFormatException.malformed();
    }
  }

  private boolean atOneOf(String characters) {
    return position < text.length() && characters.indexOf(text.charAt(position)) >= 0;
  }

  private boolean fitsLong(Suffix suffix) {
    int length = Math.max(1, integerDigits) + fractionDigits;
    if (suffix.format() == Format.BINARY_SI) {
      int digitsOfSuffix = suffix.exponent() * 3 / 10;
      return fractionDigits == 0 && length <= LONG_DIGITS_WITH_BINARY_SUFFIX - digitsOfSuffix;
    }
    return length <= LONG_DIGITS && suffix.exponent() - fractionDigits >= NANO;
  }

  private Quantity narrow(Suffix suffix) {
    boolean binary = suffix.format() == Format.BINARY_SI;
    long magnitude = binary ? digits << suffix.exponent() : digits;
    int exponent = binary ? 0 : suffix.exponent() - fractionDigits;
    boolean kept =
        binary ? digits % 8 != 0 : exponent % 3 == 0 && digits % 1000 != 0 && integerDigits > 0;
    boolean canonical = suffix.canonical() && !point && leadingZeros == 0 && text.charAt(0) != '+';
    return new Quantity(
        text.charAt(0) == '-' ? -magnitude : magnitude,
        exponent,
        suffix.format(),
        kept && !canonical ? text : "");
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
