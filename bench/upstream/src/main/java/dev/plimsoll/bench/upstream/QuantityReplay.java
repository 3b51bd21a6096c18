package dev.plimsoll.bench.upstream;

import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import com.google.gson.JsonPrimitive;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.QuantityFormatException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Map;
import java.util.Optional;

/** Replays how quantities are read, printed, compared and computed. */
final class QuantityReplay implements Replay {
  private static final Map<String, Quantity.Format> FORMATS =
      Map.of(
          "DecimalSI", Quantity.Format.DECIMAL_SI,
          "BinarySI", Quantity.Format.BINARY_SI,
          "DecimalExponent", Quantity.Format.DECIMAL_EXPONENT);
  private static final Comparison NOT_WRITABLE =
      new Comparison.SetAside(
          "an operand is finer than a nano, or has a format that reading never gives");
  private static final Comparison NOT_KEPT =
      new Comparison.SetAside("the test sets a spelling that reading a quantity doesn't keep");

  @Override
  public Comparison compare(Call call) {
    JsonObject json = call.json();
    return switch (call.name()) {
      case "parse" -> parsed(json);
      case "json" -> fromJson(json);
      default -> computed(json);
    };
  }

  private static Comparison parsed(JsonObject call) {
    String kubernetes = text(call, "error");
    try {
      Quantity read = Quantity.parse(text(call, "in"));
      return Comparison.of(
          kubernetes.isEmpty()
              ? text(call, "out") + " = " + number(call.getAsJsonObject("value"))
              : kubernetes,
          read + " = " + read.toBigDecimal().stripTrailingZeros().toPlainString());
    } catch (QuantityFormatException e) {
      return Comparison.of(kubernetes, String.valueOf(e.getMessage()));
    }
  }

  private static Comparison fromJson(JsonObject call) {
    Optional<String> token = token(text(call, "in"));
    if (token.isEmpty()) {
      return new Comparison.SetAside("the token is no JSON, which the model's reader never passes");
    }
    String kubernetes = text(call, "error");
    try {
      Quantity read = Quantity.fromJson(token.get());
      return Comparison.of(kubernetes.isEmpty() ? text(call, "out") : kubernetes, read.toString());
    } catch (QuantityFormatException e) {
      return Comparison.of(kubernetes, String.valueOf(e.getMessage()));
    }
  }

  private static Optional<String> token(String json) {
    try {
      return JsonParser.parseString(json) instanceof JsonPrimitive primitive
          ? Optional.of(primitive.getAsString())
          : Optional.of("0");
    } catch (JsonParseException e) {
      return Optional.empty();
    }
  }

  private static Comparison computed(JsonObject call) {
    Optional<Quantity> left = quantity(call.getAsJsonObject("left"));
    Optional<Quantity> right =
        call.has("right") ? quantity(call.getAsJsonObject("right")) : Optional.of(Quantity.ZERO);
    if (left.isEmpty() || right.isEmpty()) {
      return NOT_WRITABLE;
    }
    String kept = text(call.getAsJsonObject("left"), "kept");
    return text(call, "call").equals("string")
            && !kept.isEmpty()
            && !left.get().toString().equals(kept)
        ? NOT_KEPT
        : Comparison.of(text(call, "out"), result(call, left.get(), right.get()));
  }

  private static String result(JsonObject call, Quantity left, Quantity right) {
    return switch (text(call, "call")) {
      case "string" -> left.toString();
      case "add" -> left.add(right).toString();
      case "sub" -> left.subtract(right).toString();
      case "neg" -> left.negate().toString();
      case "mul" -> left.multiply(Long.parseLong(text(call, "factor"))).toString();
      case "cmp" -> Integer.toString(left.compareTo(right));
      case "value" -> Long.toString(left.value());
      case "milliValue" -> Long.toString(left.milliValue());
      default -> throw new IllegalArgumentException("no such call: " + call);
    };
  }

  /** Returns the quantity with this number and format, if a spelling of it is read so. */
  private static Optional<Quantity> quantity(JsonObject recorded) {
    String format = text(recorded, "format");
    String kept = text(recorded, "kept");
    String number = number(recorded);
    Quantity read;
    try {
      read = Quantity.parse(kept.isEmpty() ? number : kept);
    } catch (QuantityFormatException e) {
      return Optional.empty();
    }
    Quantity.Format wanted = FORMATS.getOrDefault(format, Quantity.Format.DECIMAL_SI);
    Quantity quantity = kept.isEmpty() ? read.inFormat(wanted) : read;
    boolean same =
        quantity.format() == FORMATS.get(format)
            && quantity.toBigDecimal().compareTo(new BigDecimal(number)) == 0;
    return same ? Optional.of(quantity) : Optional.empty();
  }

  private static String number(JsonObject recorded) {
    return new BigDecimal(
            new BigInteger(text(recorded, "unscaled")),
            Math.negateExact(recorded.get("exponent").getAsInt()))
        .stripTrailingZeros()
        .toPlainString();
  }

  private static String text(JsonObject object, String key) {
    return object.get(key).getAsString();
  }
}
