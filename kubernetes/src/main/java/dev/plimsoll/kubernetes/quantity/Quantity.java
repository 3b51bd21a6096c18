package dev.plimsoll.kubernetes.quantity;

import java.math.BigDecimal;
import java.math.RoundingMode;
import org.jspecify.annotations.Nullable;

/**
 * An exact amount of a resource and the format it is printed in: Kubernetes' {@code
 * resource.Quantity}, immutable. Cores, bytes and counts alike, without unit.
 *
 * <p>Two quantities are equal if their numbers are, however they are written: {@code 1000m} equals
 * {@code 1}. A sum or difference is printed in the format of its left side, or of its right side if
 * the left is zero. A parsed quantity prints as it was spelled where Kubernetes keeps the spelling,
 * a computed one in canonical form.
 *
 * <p>Almost every amount is a {@code long} times a power of ten. One that is not is held with
 * arbitrary precision, as soon and as long as Kubernetes would, since {@link #value()} and {@link
 * #milliValue()} treat the two differently on overflow. Source: {@code
 * staging/src/k8s.io/apimachinery/pkg/api/resource/quantity.go} and {@code
 * staging/src/k8s.io/apimachinery/pkg/api/resource/amount.go}.
 */
public final class Quantity implements Comparable<Quantity> {
  /** How a quantity is printed. */
  public enum Format {
    /** Powers of ten by suffix: {@code 12M}, {@code 1500m}. */
    DECIMAL_SI,
    /** Powers of 1024 by suffix: {@code 12Mi}. */
    BINARY_SI,
    /** Powers of ten by exponent: {@code 12e6}. */
    DECIMAL_EXPONENT
  }

  /** Zero, as a plain {@code 0}. */
  public static final Quantity ZERO = of(0);

  /** The largest {@link #value()} whose {@link #milliValue()} is a {@code long} too. */
  public static final long MAX_MILLI_VALUE = Long.MAX_VALUE / 1000;

  private static final int MILLI = -3;

  private final long unscaled;
  private final int exponent;
  private final Format format;

  /** The amount where {@link #unscaled} and {@link #exponent} do not hold it, null elsewhere. */
  private final @Nullable BigDecimal wide;

  /** The text this was read from, if Kubernetes keeps it and it is not canonical; else empty. */
  private final String spelling;

  Quantity(long unscaled, int exponent, Format format, String spelling) {
    this.unscaled = unscaled;
    this.exponent = exponent;
    this.format = format;
    this.wide = null;
    this.spelling = spelling;
  }

  Quantity(BigDecimal wide, Format format) {
    this.unscaled = 0;
    this.exponent = 0;
    this.format = format;
    this.wide = wide;
    this.spelling = "";
  }

  /**
   * Reads a quantity.
   *
   * @throws QuantityFormatException if Kubernetes would not read it, or it is absurdly long or
   *     large
   */
  public static Quantity parse(String text) {
    return QuantityParser.parse(QuantityParser.bounded(text));
  }

  /**
   * Reads a quantity from the string or number token of a document, where the API server drops the
   * white space around it.
   *
   * @throws QuantityFormatException if Kubernetes would not read it, or it is absurdly long or
   *     large
   */
  public static Quantity fromJson(String token) {
    return QuantityParser.parseTrimmed(token);
  }

  /** A whole number in decimal format. */
  public static Quantity of(long value) {
    return of(value, Format.DECIMAL_SI);
  }

  public static Quantity of(long value, Format format) {
    return new Quantity(value, 0, format, "");
  }

  /** The greater of two, the first if they are equal. */
  public static Quantity max(Quantity a, Quantity b) {
    return b.compareTo(a) > 0 ? b : a;
  }

  /**
   * Rounds away from zero to thousandths, as the API server does with every entry of a resource
   * list it decodes. Source: {@code SetDefaults_ResourceList} in {@code
   * pkg/apis/core/v1/defaults.go}.
   */
  public Quantity roundUpToMilli() {
    if (wide != null) {
      return new Quantity(wide.setScale(-MILLI, RoundingMode.UP), format);
    }
    if (exponent >= MILLI) {
      return this;
    }
    return new Quantity(Decimal64.scaleDown(unscaled, MILLI - exponent), MILLI, format, "");
  }

  /**
   * This quantity once it has been stored and read again. An amount in powers of 1024 or by
   * exponent that prints as a plain number is read as a decimal one, and from then on printed and
   * added up as such.
   */
  public Quantity stored() {
    boolean same = format == Format.DECIMAL_SI && wide == null && exponent <= 0;
    return same ? this : QuantityParser.parse(toString());
  }

  public Quantity add(Quantity other) {
    Format sumFormat = isZero() ? other.format : format;
    if (wide == null && other.wide == null) {
      if (other.unscaled == 0) {
        return narrow(unscaled, exponent, sumFormat);
      }
      if (unscaled == 0) {
        return other.narrow(other.unscaled, other.exponent, sumFormat);
      }
      int common = Math.min(exponent, other.exponent);
      if (Decimal64.fits(unscaled, exponent - common)
          && Decimal64.fits(other.unscaled, other.exponent - common)) {
        long left = Decimal64.scaleUp(unscaled, exponent - common);
        long right = Decimal64.scaleUp(other.unscaled, other.exponent - common);
        long sum = left + right;
        if (((left ^ sum) & (right ^ sum)) >= 0) {
          return narrow(sum, common, sumFormat);
        }
      }
    }
    return new Quantity(toBigDecimal().add(other.toBigDecimal()), sumFormat);
  }

  public Quantity subtract(Quantity other) {
    return add(other.negate());
  }

  public Quantity negate() {
    return wide == null && unscaled != Long.MIN_VALUE
        ? narrow(-unscaled, exponent, format)
        : new Quantity(toBigDecimal().negate(), format);
  }

  public Quantity multiply(long factor) {
    if (wide == null) {
      long low = unscaled * factor;
      if (Math.multiplyHigh(unscaled, factor) == low >> (Long.SIZE - 1)) {
        return narrow(low, exponent, format);
      }
    }
    return new Quantity(toBigDecimal().multiply(BigDecimal.valueOf(factor)), format);
  }

  private Quantity narrow(long newUnscaled, int newExponent, Format newFormat) {
    boolean same =
        wide == null
            && newUnscaled == unscaled
            && newExponent == exponent
            && newFormat == format
            && spelling.isEmpty();
    return same ? this : new Quantity(newUnscaled, newExponent, newFormat, "");
  }

  public int signum() {
    return wide == null ? Long.signum(unscaled) : wide.signum();
  }

  public boolean isZero() {
    return signum() == 0;
  }

  public boolean isNegative() {
    return signum() < 0;
  }

  /**
   * Whether Kubernetes' validation takes this for a whole number: by its {@link #milliValue()}, so
   * that beyond {@link #MAX_MILLI_VALUE} it may err. Source: {@code ValidateResourceQuantityValue}
   * in {@code pkg/apis/core/validation/validation.go}.
   */
  public boolean isInteger() {
    return milliValue() % 1000 == 0;
  }

  /** The number rounded away from zero to a whole one; 0 if a {@code long} amount overflows. */
  public long value() {
    return scaled(0);
  }

  /** The number of thousandths, with the rounding and overflow of {@link #value()}. */
  public long milliValue() {
    return scaled(MILLI);
  }

  private long scaled(int unit) {
    if (wide != null) {
      return WideValue.scaled(wide, -unit);
    }
    if (exponent < unit) {
      return Decimal64.scaleDown(unscaled, unit - exponent);
    }
    int places = exponent - unit;
    return Decimal64.fits(unscaled, places) ? Decimal64.scaleUp(unscaled, places) : 0;
  }

  public Format format() {
    return format;
  }

  /** The same number, printed in canonical form of the given format. */
  public Quantity inFormat(Format newFormat) {
    return wide == null ? narrow(unscaled, exponent, newFormat) : new Quantity(wide, newFormat);
  }

  public BigDecimal toBigDecimal() {
    return wide == null ? BigDecimal.valueOf(unscaled, -exponent) : wide;
  }

  /** The nearest {@code double}. */
  public double toDouble() {
    return wide == null && exponent == 0 ? unscaled : toBigDecimal().doubleValue();
  }

  /** Compares the numbers, exactly. */
  @Override
  public int compareTo(Quantity other) {
    if (wide == null && other.wide == null) {
      int common = Math.min(exponent, other.exponent);
      if (Decimal64.fits(unscaled, exponent - common)
          && Decimal64.fits(other.unscaled, other.exponent - common)) {
        return Long.compare(
            Decimal64.scaleUp(unscaled, exponent - common),
            Decimal64.scaleUp(other.unscaled, other.exponent - common));
      }
    }
    return toBigDecimal().compareTo(other.toBigDecimal());
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Quantity quantity && compareTo(quantity) == 0;
  }

  @Override
  public int hashCode() {
    return wide == null ? Decimal64.hash(unscaled, exponent) : WideValue.hash(wide);
  }

  /** Returns the text that Kubernetes prints for a computed quantity of this number and format. */
  public String canonical() {
    return wide == null
        ? CanonicalForm.of(unscaled, exponent, format)
        : CanonicalForm.of(wide, format);
  }

  /**
   * Returns the text that Kubernetes prints: the original spelling if it is kept, else the
   * canonical form.
   */
  @Override
  public String toString() {
    return spelling.isEmpty() ? canonical() : spelling;
  }
}
