package dev.plimsoll.advisor.live;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.quantity.Resources;
import java.util.ArrayList;
import java.util.List;

/** Reads fields of JSON trees; what is absent is empty. */
final class JsonFields {
  private JsonFields() {}

  static String text(JsonObject object, String... path) {
    return at(object, path) instanceof JsonPrimitive primitive ? primitive.getAsString() : "";
  }

  static JsonObject object(JsonObject object, String... path) {
    return at(object, path) instanceof JsonObject found ? found : new JsonObject();
  }

  static List<JsonObject> objects(JsonObject object, String... path) {
    List<JsonObject> objects = new ArrayList<>();
    if (at(object, path) instanceof JsonArray array) {
      for (JsonElement element : array) {
        if (element instanceof JsonObject each) {
          objects.add(each);
        }
      }
    }
    return objects;
  }

  static List<String> strings(JsonObject object, String... path) {
    List<String> strings = new ArrayList<>();
    if (at(object, path) instanceof JsonArray array) {
      array.forEach(e -> strings.add(e.getAsString()));
    }
    return strings;
  }

  static Resources amounts(JsonObject object, String... path) {
    Resources.Builder amounts = Resources.builder();
    object(object, path)
        .entrySet()
        .forEach(
            e -> {
              if (e.getValue() instanceof JsonPrimitive amount) {
                amounts.put(ResourceName.of(e.getKey()), Quantity.parse(amount.getAsString()));
              }
            });
    return amounts.build();
  }

  private static JsonElement at(JsonObject object, String... path) {
    JsonElement found = object;
    for (String name : path) {
      JsonElement next = found instanceof JsonObject parent ? parent.get(name) : null;
      if (next == null) {
        return new JsonObject();
      }
      found = next;
    }
    return found;
  }
}
