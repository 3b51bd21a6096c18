package dev.plimsoll.kube.json;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Objects as maps and lists of plain values, for rules that may look at any field. */
public final class PlainFields {
  private PlainFields() {}

  /** Returns an object as maps and lists, without what is null. */
  public static Map<String, Object> of(JsonTree object) {
    return plain(object.toJson());
  }

  private static Map<String, Object> plain(JsonObject object) {
    Map<String, Object> fields = new HashMap<>();
    object
        .entrySet()
        .forEach(
            e -> {
              if (!e.getValue().isJsonNull()) {
                fields.put(e.getKey(), plain(e.getValue()));
              }
            });
    return Map.copyOf(fields);
  }

  private static Object plain(JsonElement element) {
    if (element instanceof JsonObject object) {
      return plain(object);
    }
    if (element.isJsonArray()) {
      List<Object> list = new ArrayList<>();
      element.getAsJsonArray().forEach(e -> list.add(plain(e)));
      return List.copyOf(list);
    }
    if (element instanceof JsonPrimitive primitive && primitive.isBoolean()) {
      return primitive.getAsBoolean();
    }
    return element instanceof JsonPrimitive number && number.isNumber()
        ? number(number.getAsString())
        : element.isJsonNull() ? "" : element.getAsString();
  }

  private static Object number(String text) {
    try {
      return Long.valueOf(text);
    } catch (NumberFormatException e) {
      return Double.valueOf(text);
    }
  }
}
