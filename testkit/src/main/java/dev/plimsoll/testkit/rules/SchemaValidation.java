package dev.plimsoll.testkit.rules;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import dev.plimsoll.testkit.api.StatusError.Cause;
import dev.plimsoll.testkit.json.JsonPaths;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * Validates against a structural schema: type, nullable, enum, minimum, maximum, lengths, pattern,
 * items, required. Not done: formats, CEL rules ({@code x-kubernetes-validations}), {@code oneOf}
 * and its kin, list and map types.
 */
final class SchemaValidation {
  private final List<Cause> causes = new ArrayList<>();

  List<Cause> problems(JsonObject schema, JsonObject object) {
    JsonPaths.object(schema, "properties")
        .ifPresent(
            properties ->
                properties.keySet().stream()
                    .filter(name -> !name.equals("metadata") && object.has(name))
                    .forEach(
                        name -> check(properties.getAsJsonObject(name), object.get(name), name)));
    required(schema, object, "");
    return causes;
  }

  private void check(JsonObject schema, JsonElement value, String path) {
    if (value.isJsonNull() && JsonPaths.text(schema, "nullable").equals("true")) {
      return;
    }
    if (!typeFits(schema, value)) {
      String type = JsonPaths.text(schema, "type");
      causes.add(
          new Cause(
              "FieldValueTypeInvalid",
              "Invalid value: \"%s\": %s in body must be of type %s: \"%s\""
                  .formatted(typeOf(value), path, type, typeOf(value)),
              path));
      return;
    }
    enumeration(schema, value, path);
    if (value.isJsonObject()) {
      object(schema, value.getAsJsonObject(), path);
    } else if (value.isJsonArray()) {
      array(schema, value, path);
    } else if (value.isJsonPrimitive()) {
      scalar(schema, value.getAsJsonPrimitive(), path);
    }
  }

  private void object(JsonObject schema, JsonObject object, String path) {
    required(schema, object, path + ".");
    object
        .entrySet()
        .forEach(
            member ->
                JsonPaths.object(schema, "properties", member.getKey())
                    .or(() -> JsonPaths.object(schema, "additionalProperties"))
                    .ifPresent(s -> check(s, member.getValue(), path + "." + member.getKey())));
  }

  private void required(JsonObject schema, JsonObject object, String prefix) {
    JsonPaths.strings(schema, "required").stream()
        .filter(name -> !object.has(name))
        .forEach(name -> causes.add(Cause.required(prefix + name, "")));
  }

  private void array(JsonObject schema, JsonElement value, String path) {
    int size = value.getAsJsonArray().size();
    number(schema, "minItems")
        .filter(least -> least.intValue() > size)
        .ifPresent(
            least ->
                invalid(
                    path, String.valueOf(size), "should have at least %s items".formatted(least)));
    number(schema, "maxItems")
        .filter(most -> most.intValue() < size)
        .ifPresent(
            most ->
                invalid(path, String.valueOf(size), "must have at most %s items".formatted(most)));
    int index = 0;
    for (JsonElement item : value.getAsJsonArray()) {
      String at = path + "[" + index++ + "]";
      JsonPaths.object(schema, "items").ifPresent(items -> check(items, item, at));
    }
  }

  private void scalar(JsonObject schema, JsonPrimitive value, String path) {
    if (value.isNumber()) {
      BigDecimal n = value.getAsBigDecimal();
      limit(schema, "minimum", l -> l.compareTo(n) > 0, path, n, "greater than or equal to");
      limit(schema, "maximum", l -> l.compareTo(n) < 0, path, n, "less than or equal to");
    } else if (value.isString()) {
      String text = value.getAsString();
      String quoted = "\"" + text + "\"";
      int length = text.codePointCount(0, text.length());
      number(schema, "minLength")
          .filter(least -> least.intValue() > length)
          .ifPresent(
              least -> invalid(path, quoted, "should be at least %s chars long".formatted(least)));
      number(schema, "maxLength")
          .filter(most -> most.intValue() < length)
          .ifPresent(
              most -> invalid(path, quoted, "may not be more than %s bytes".formatted(most)));
      JsonPaths.string(schema, "pattern")
          .filter(pattern -> !Pattern.compile(pattern).matcher(text).find())
          .ifPresent(pattern -> invalid(path, quoted, "should match '%s'".formatted(pattern)));
    }
  }

  private void limit(
      JsonObject schema,
      String name,
      Predicate<BigDecimal> broken,
      String path,
      BigDecimal value,
      String words) {
    number(schema, name)
        .filter(broken)
        .ifPresent(
            l ->
                invalid(
                    path,
                    value.toPlainString(),
                    "should be %s %s".formatted(words, l.toPlainString())));
  }

  private void invalid(String path, String value, String why) {
    causes.add(Cause.invalid(path, value, path + " in body " + why));
  }

  private void enumeration(JsonObject schema, JsonElement value, String path) {
    List<JsonElement> allowed = JsonPaths.list(schema, "enum");
    if (!allowed.isEmpty() && !allowed.contains(value)) {
      String list = String.join(", ", allowed.stream().map(JsonPaths::text).toList());
      causes.add(
          new Cause(
              "FieldValueNotSupported",
              "Unsupported value: %s: supported values: %s".formatted(JsonPaths.text(value), list),
              path));
    }
  }

  private static Optional<BigDecimal> number(JsonObject schema, String name) {
    return JsonPaths.string(schema, name).map(BigDecimal::new);
  }

  private static boolean typeFits(JsonObject schema, JsonElement value) {
    String found = typeOf(value);
    if (JsonPaths.text(schema, "x-kubernetes-int-or-string").equals("true")) {
      return found.equals("integer") || found.equals("string");
    }
    String type = JsonPaths.text(schema, "type");
    return type.isEmpty()
        || type.equals(found)
        || (type.equals("number") && found.equals("integer"));
  }

  private static String typeOf(JsonElement value) {
    if (value.isJsonObject()) {
      return "object";
    }
    if (value.isJsonArray()) {
      return "array";
    }
    if (value.isJsonNull()) {
      return "null";
    }
    JsonPrimitive scalar = value.getAsJsonPrimitive();
    if (scalar.isNumber()) {
      return scalar.getAsBigDecimal().stripTrailingZeros().scale() <= 0 ? "integer" : "number";
    }
    return scalar.isBoolean() ? "boolean" : "string";
  }
}
