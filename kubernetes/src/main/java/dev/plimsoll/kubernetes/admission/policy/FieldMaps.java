package dev.plimsoll.kubernetes.admission.policy;

import dev.plimsoll.kubernetes.quantity.Resources;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Looks into fields that are nested maps and lists. */
final class FieldMaps {
  private FieldMaps() {}

  static Optional<Map<?, ?>> object(Map<?, ?> fields, String name) {
    return fields.get(name) instanceof Map<?, ?> map ? Optional.of(map) : Optional.empty();
  }

  /** Returns the objects of a list; none if there is no such list. */
  static List<Map<?, ?>> objects(Map<?, ?> fields, String name) {
    return fields.get(name) instanceof List<?> list
        ? list.stream().<Map<?, ?>>map(e -> e instanceof Map<?, ?> map ? map : Map.of()).toList()
        : List.of();
  }

  static boolean isTrue(Map<?, ?> fields, String name) {
    return Boolean.TRUE.equals(fields.get(name));
  }

  /** Puts a text that an object has only where it isn't empty. */
  static void putText(Map<String, Object> fields, String name, String text) {
    if (!text.isEmpty()) {
      fields.put(name, text);
    }
  }

  /** Puts values that an object has only where there are any. */
  static void putMap(Map<String, Object> fields, String name, Map<String, ?> values) {
    if (!values.isEmpty()) {
      fields.put(name, new HashMap<>(values));
    }
  }

  static Map<String, String> texts(Resources resources) {
    Map<String, String> texts = new TreeMap<>();
    resources.forEach((name, quantity) -> texts.put(name.toString(), quantity.toString()));
    return texts;
  }
}
