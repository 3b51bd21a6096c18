package dev.plimsoll.kubernetes.device;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;

/**
 * An exact fraction in lowest terms.
 *
 * @param numerator any whole number
 * @param denominator at least 1
 */
public record Fraction(BigInteger numerator, BigInteger denominator)
    implements Comparable<Fraction> {
  public static final Fraction ZERO = of(0, 1);
  public static final Fraction ONE = of(1, 1);

  public Fraction {
    if (denominator.signum() == 0) {
      throw new ArithmeticException("a fraction has the denominator 0");
    }
    BigInteger divisor = numerator.gcd(denominator);
    if (denominator.signum() < 0) {
      divisor = divisor.negate();
    }
    numerator = numerator.divide(divisor);
    denominator = denominator.divide(divisor);
  }

  /** Returns the quotient of two whole numbers. */
  public static Fraction of(long numerator, long denominator) {
    return new Fraction(BigInteger.valueOf(numerator), BigInteger.valueOf(denominator));
  }

  /** Returns the sum. */
  public Fraction plus(Fraction other) {
    return new Fraction(
        numerator.multiply(other.denominator).add(other.numerator.multiply(denominator)),
        denominator.multiply(other.denominator));
  }

  /** Returns the product. */
  public Fraction times(Fraction other) {
    return new Fraction(
        numerator.multiply(other.numerator), denominator.multiply(other.denominator));
  }

  /** Returns the quotient. */
  public Fraction dividedBy(Fraction other) {
    return new Fraction(
        numerator.multiply(other.denominator), denominator.multiply(other.numerator));
  }

  /** Returns the product with a whole number. */
  public Fraction times(long factor) {
    return times(of(factor, 1));
  }

  /** Returns the nearest floating-point number. */
  public double toDouble() {
    return numerator.doubleValue() / denominator.doubleValue();
  }

  /** Returns at most two decimals: {@code 4} or {@code 0.75}. */
  public String decimal() {
    return new BigDecimal(numerator)
        .divide(new BigDecimal(denominator), 2, RoundingMode.HALF_UP)
        .stripTrailingZeros()
        .toPlainString();
  }

  @Override
  public int compareTo(Fraction other) {
    return numerator.multiply(other.denominator).compareTo(other.numerator.multiply(denominator));
  }

  /** Returns {@code 4} or {@code 3/4}. */
  @Override
  public String toString() {
    return denominator.equals(BigInteger.ONE)
        ? numerator.toString()
        : numerator + "/" + denominator;
  }
}
