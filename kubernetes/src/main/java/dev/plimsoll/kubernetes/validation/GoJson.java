package dev.plimsoll.kubernetes.validation;

import dev.plimsoll.kubernetes.quantity.GoText;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Values written as Go's JSON encoder does in error messages, or as Go itself prints them. */
public final class GoJson {

  /** A map of strings that is nil, as Go prints it. */
  static final String NIL_MAP = "map[string]string(nil)";

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

  /** Returns a map of strings, sorted by its keys. */
  static String map(Map<String, String> map) {
    return new TreeMap<>(map)
        .entrySet().stream()
            .map(e -> string(e.getKey()) + ":" + string(e.getValue()))
            .collect(Collectors.joining(",", "{", "}"));
  }

  /** Returns a map of strings as Go prints it. */
  static String goMap(Map<String, String> map) {
    return new TreeMap<>(map)
        .entrySet().stream()
            .map(e -> GoText.quote(e.getKey()) + ":" + GoText.quote(e.getValue()))
            .collect(Collectors.joining(", ", "map[string]string{", "}"));
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
