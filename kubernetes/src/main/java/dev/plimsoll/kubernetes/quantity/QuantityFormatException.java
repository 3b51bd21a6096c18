package dev.plimsoll.kubernetes.quantity;

/** A text is not a quantity. The message is the one Kubernetes' parser gives. */
public final class QuantityFormatException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  private final boolean beyondBounds;

  private QuantityFormatException(String message) {
    this(message, false);
  }

  private QuantityFormatException(String message, boolean beyondBounds) {
    super(message);
    this.beyondBounds = beyondBounds;
  }

  static QuantityFormatException malformed() {
    return new QuantityFormatException(
        "quantities must match the regular expression"
            + " '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'");
  }

  static QuantityFormatException badNumber() {
    return new QuantityFormatException("unable to parse numeric part of quantity");
  }

  static QuantityFormatException badSuffix() {
    return new QuantityFormatException("unable to parse quantity's suffix");
  }

  static QuantityFormatException exponentOutOfRange(int bound) {
    return new QuantityFormatException(
        "the exponent of a quantity must lie between -" + bound + " and " + bound, true);
  }

  static QuantityFormatException tooLong(int bound, int length) {
    return new QuantityFormatException(
        "a quantity must have at most " + bound + " characters, this one has " + length, true);
  }

  /** Returns whether Kubernetes would read the quantity, which is too long or too large here. */
  public boolean isBeyondBounds() {
    return beyondBounds;
  }
}
