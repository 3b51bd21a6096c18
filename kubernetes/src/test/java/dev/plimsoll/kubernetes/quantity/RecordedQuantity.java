package dev.plimsoll.kubernetes.quantity;

import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What an API server answered to a quota whose {@code requests.memory} was spelled so: the stored
 * spelling with code 201, or the code and message of its denial.
 */
record RecordedQuantity(String spelling, int code, String answer) {
  private static final Pattern FIELD =
      Pattern.compile("\"(\\w+)\":\\s*(?:\"((?:[^\"\\\\]|\\\\.)*)\"|(\\d+))");
  private static final Pattern ESCAPE = Pattern.compile("\\\\(?:u([0-9a-fA-F]{4})|([\"\\\\/]))");

  /** Reads one line of the recording, a flat JSON object. */
  static RecordedQuantity parse(String line) {
    Map<String, String> fields = new HashMap<>();
    Matcher field = FIELD.matcher(line);
    while (field.find()) {
      fields.put(
          field.group(1), field.group(2) == null ? field.group(3) : unescape(field.group(2)));
    }
    int code = Integer.parseInt(fields.getOrDefault("code", "201"));
    String answer = fields.get(code == 201 ? "out" : "message");
    return new RecordedQuantity(
        Objects.requireNonNull(fields.get("in"), line), code, Objects.requireNonNull(answer, line));
  }

  private static String unescape(String text) {
    return ESCAPE
        .matcher(text)
        .replaceAll(
            escape ->
                Matcher.quoteReplacement(
                    escape.group(1) == null
                        ? escape.group(2)
                        : String.valueOf((char) Integer.parseInt(escape.group(1), 16))));
  }

  /** What this model makes of the spelling. */
  RecordedQuantity replay() {
    try {
      Quantity quantity = Quantity.fromJson(spelling).roundUpToMilli().stored();
      return quantity.isNegative()
          ? new RecordedQuantity(
              spelling,
              422,
              "ResourceQuota \"q\" is invalid: spec.hard[requests.memory]: Invalid value: \""
                  + quantity
                  + "\": must be greater than or equal to 0")
          : new RecordedQuantity(spelling, 201, quantity.toString());
    } catch (QuantityFormatException e) {
      return new RecordedQuantity(
          spelling,
          400,
          "ResourceQuota in version \"v1\" cannot be handled as a ResourceQuota: "
              + e.getMessage());
    }
  }
}
