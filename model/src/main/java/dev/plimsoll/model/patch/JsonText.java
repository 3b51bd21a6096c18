package dev.plimsoll.model.patch;

import dev.plimsoll.kubernetes.quantity.Resources;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/** Writes JSON. Members and elements are JSON already. */
final class JsonText {
  private JsonText() {}

  /**
   * Returns a JSON string; it escapes characters that don't print or could reorder a terminal's
   * text.
   */
  static String string(String text) {
    StringBuilder json = new StringBuilder("\"");
    text.chars()
        .forEach(
            c -> {
              if (c == '"' || c == '\\') {
                json.append('\\').append((char) c);
              } else if (isPrinted((char) c)) {
                json.append((char) c);
              } else {
                json.append(String.format("\\u%04x", c));
              }
            });
    return json.append('"').toString();
  }

  private static boolean isPrinted(char c) {
    return switch (Character.getType(c)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR,
          Character.UNASSIGNED ->
          false;
      default -> true;
    };
  }

  static String object(Map<String, String> members) {
    return members.entrySet().stream()
        .map(m -> string(m.getKey()) + ":" + m.getValue())
        .collect(Collectors.joining(",", "{", "}"));
  }

  static String object(String name, String value) {
    return object(Map.of(name, value));
  }

  static String array(Collection<String> elements) {
    return "[" + String.join(",", elements) + "]";
  }

  static String resources(Resources resources) {
    Map<String, String> members = new LinkedHashMap<>();
    resources.forEach((name, quantity) -> members.put(name.name(), string(quantity.toString())));
    return object(members);
  }
}
