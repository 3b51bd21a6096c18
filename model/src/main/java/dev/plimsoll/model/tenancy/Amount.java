package dev.plimsoll.model.tenancy;

import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.QuantityFormatException;
import java.math.BigDecimal;

/** How much of a resource: so much of it, or a part of the cluster's capacity. */
public sealed interface Amount {

  /** Nothing. */
  Amount NONE = new Absolute(Quantity.ZERO);

  /** All there is. */
  Amount ALL = new Percent(BigDecimal.valueOf(100));

  /** Returns how much it is where the capacity is that much, in the resource's own measure. */
  BigDecimal of(BigDecimal capacity);

  /** Returns whether the amount is zero for any capacity. */
  boolean isZero();

  /**
   * Reads a quantity ({@code 8}, {@code 512Gi}) or a percentage ({@code 12.5%}).
   *
   * @throws QuantityFormatException if it is neither
   * @throws IllegalArgumentException if it is negative
   */
  static Amount parse(String text) {
    String trimmed = text.trim();
    boolean percent = trimmed.endsWith("%");
    Quantity number =
        Quantity.parse(percent ? trimmed.substring(0, trimmed.length() - 1).trim() : trimmed);
    if (number.isNegative()) {
      throw new IllegalArgumentException("invalid amount \"" + text + "\": must not be negative");
    }
    return percent ? new Percent(number.toBigDecimal()) : new Absolute(number);
  }

  /**
   * So much of it.
   *
   * @param quantity how much
   */
  record Absolute(Quantity quantity) implements Amount {
    @Override
    public BigDecimal of(BigDecimal capacity) {
      return quantity.toBigDecimal();
    }

    @Override
    public boolean isZero() {
      return quantity.isZero();
    }

    @Override
    public String toString() {
      return quantity.toString();
    }
  }

  /**
   * A part of the capacity.
   *
   * @param percent hundredths of it; more than 100 is more than there is
   */
  record Percent(BigDecimal percent) implements Amount {
    @Override
    public BigDecimal of(BigDecimal capacity) {
      return capacity.multiply(percent).movePointLeft(2);
    }

    @Override
    public boolean isZero() {
      return percent.signum() == 0;
    }

    @Override
    public String toString() {
      return percent.stripTrailingZeros().toPlainString() + "%";
    }
  }
}
