package dev.plimsoll.kubernetes.validation;

import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;

/** Values written as Go's JSON encoder does in error messages, or as Go itself prints them. */
public final class GoJson {

  private GoJson() {}

  public static String string(String value) {
    StringBuilder json = new StringBuilder("\"");
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      switch (c) {
        case '"' -> json.append("\\\"");
        case '\\' -> json.append("\\\\");
        case '\n' -> json.append("\\n");
        case '\r' -> json.append("\\r");
        case '\t' -> json.append("\\t");
        case '\b' -> json.append("\\b");
        case '\f' -> json.append("\\f");
        case '<', '>', '&', '\u2028', '\u2029' -> escape(json, c);
        default -> {
          if (c < 0x20) {
            escape(json, c);
          } else {
            json.append(c);
          }
        }
      }
    }
    return json.append('"').toString();
  }

  private static void escape(StringBuilder json, char c) {
    json.append(String.format("\\u%04x", (int) c));
  }

  /** Returns a list of strings; an empty one is what Go calls nil. */
  static String strings(Collection<String> values) {
    return values.isEmpty()
        ? "null"
        : values.stream().map(GoJson::string).collect(Collectors.joining(",", "[", "]"));
  }

  /** Returns strings as Go prints a slice of a type of strings; an empty one is taken for nil. */
  static String goStrings(String type, List<String> values) {
    return values.isEmpty()
        ? "[]" + type + "(nil)"
        : values.stream()
            .map(GoJson::string)
            .collect(Collectors.joining(", ", "[]" + type + "{", "}"));
  }
}
