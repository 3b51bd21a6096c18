package dev.plimsoll.model.quantity;

/** A text is not a quantity. The message is the one Kubernetes' parser gives. */
public final class QuantityFormatException extends IllegalArgumentException {
  private QuantityFormatException(String message) {
    super(message);
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
        "the exponent of a quantity must lie between -" + bound + " and " + bound);
  }
}
