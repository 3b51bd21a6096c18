package dev.plimsoll.console.tool;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import dev.plimsoll.kube.InputException;
import java.util.Map;
import java.util.stream.StreamSupport;

/**
 * Checks the arguments of a call against the tool's schema: names, types, lengths, allowed values
 * and ranges.
 */
final class ArgumentCheck {
  private static final int LONGEST_TEXT = 65_536;
  private static final int LONGEST_LIST = 100;

  private ArgumentCheck() {}

  /**
   * Requires that arguments are as the schema says.
   *
   * @throws InputException if not; it names the argument and what is expected
   */
  static void require(ToolDefinition tool, JsonObject arguments) {
    JsonObject known = tool.inputSchema().getAsJsonObject("properties");
    for (Map.Entry<String, JsonElement> argument : arguments.entrySet()) {
      JsonObject schema = known.getAsJsonObject(argument.getKey());
      if (schema == null) {
        throw new InputException(
            "unknown argument \"%s\" of tool %s; expected %s"
                .formatted(argument.getKey(), tool.name(), String.join(", ", known.keySet())));
      }
      require(argument.getKey(), argument.getValue(), schema);
    }
    for (JsonElement required : tool.inputSchema().getAsJsonArray("required")) {
      if (!arguments.has(required.getAsString())) {
        throw new InputException(
            "argument \"%s\" of tool %s is missing".formatted(required.getAsString(), tool.name()));
      }
    }
  }

  private static void require(String name, JsonElement value, JsonObject schema) {
    String type = schema.get("type").getAsString();
    boolean isOfType =
        switch (type) {
          case "string" -> isText(value) && value.getAsString().length() <= LONGEST_TEXT;
          case "integer" -> isInteger(value, schema);
          case "array" ->
              value instanceof JsonArray array
                  && array.size() <= LONGEST_LIST
                  && StreamSupport.stream(array.spliterator(), false)
                      .allMatch(ArgumentCheck::isText);
          default -> throw new IllegalStateException("schema with type " + type);
        };
    if (!isOfType) {
      throw new InputException(
          "invalid argument \"%s\": expected %s".formatted(name, expected(type, schema)));
    }
    JsonArray allowed = schema.getAsJsonArray("enum");
    if (allowed != null && !allowed.contains(value)) {
      throw new InputException(
          "invalid argument \"%s\": expected one of %s".formatted(name, allowed));
    }
  }

  private static String expected(String type, JsonObject schema) {
    return switch (type) {
      case "string" -> "a text of at most " + LONGEST_TEXT + " characters";
      case "integer" ->
          "a whole number from %s to %s".formatted(schema.get("minimum"), schema.get("maximum"));
      default -> "a list of at most " + LONGEST_LIST + " texts";
    };
  }

  private static boolean isText(JsonElement value) {
    return value instanceof JsonPrimitive primitive && primitive.isString();
  }

  private static boolean isInteger(JsonElement value, JsonObject schema) {
    if (!(value instanceof JsonPrimitive primitive) || !primitive.isNumber()) {
      return false;
    }
    double number = primitive.getAsDouble();
    return number == Math.rint(number)
        && number >= schema.get("minimum").getAsDouble()
        && number <= schema.get("maximum").getAsDouble();
  }
}
