package dev.plimsoll.kube.json;

import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.QuantityFormatException;
import java.util.List;
import java.util.function.Supplier;

/** Reads a value of a tree, or says what is wrong with it. */
final class Values {
  private static final int LONGEST = 60;

  private Values() {}

  static Quantity quantity(Object value, Supplier<String> path) {
    if (!(value instanceof String || value instanceof Number)) {
      throw expected("a quantity such as 500m or 2Gi", path.get(), value);
    }
    try {
      return Quantity.fromJson(value.toString());
    } catch (QuantityFormatException e) {
      String problem = cut(JsonTree.json(value).toString()) + ": " + e.getMessage();
      throw e.isBeyondBounds()
          ? DecodeException.beyondBounds(path.get(), problem)
          : new DecodeException(path.get(), problem);
    }
  }

  static DecodeException expected(String what, String path, Object value) {
    return new DecodeException(path, "must be " + what + ", got " + describe(value));
  }

  private static String describe(Object value) {
    if (value instanceof JsonTree) {
      return "an object";
    }
    if (value instanceof List) {
      return "a list";
    }
    return cut(JsonTree.json(value).toString());
  }

  private static String cut(String text) {
    return text.length() <= LONGEST ? text : text.substring(0, LONGEST - 3) + "...";
  }
}
