package dev.plimsoll.kube.report;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** Builds JSON objects whose fields keep the order in which they are put. */
final class JsonObjectBuilder {
  private final JsonObject object = new JsonObject();

  private JsonObjectBuilder() {}

  static JsonObjectBuilder object() {
    return new JsonObjectBuilder();
  }

  JsonObjectBuilder put(String name, JsonElement value) {
    object.add(name, value);
    return this;
  }

  JsonObjectBuilder put(String name, Object text) {
    return put(name, new JsonPrimitive(text.toString()));
  }

  JsonObjectBuilder put(String name, long number) {
    return put(name, new JsonPrimitive(number));
  }

  JsonObjectBuilder put(String name, boolean truth) {
    return put(name, new JsonPrimitive(truth));
  }

  /** Puts the field only if there is a value. */
  JsonObjectBuilder putIfPresent(String name, Optional<?> value) {
    value.ifPresent(v -> put(name, v));
    return this;
  }

  JsonObjectBuilder put(String name, Collection<?> texts) {
    return put(name, array(texts, t -> new JsonPrimitive(t.toString())));
  }

  JsonObjectBuilder put(String name, Map<?, ? extends Number> numbers) {
    JsonObjectBuilder map = object();
    numbers.forEach((key, number) -> map.put(key.toString(), new JsonPrimitive(number)));
    return put(name, map.build());
  }

  JsonObject build() {
    return object;
  }

  static <T> JsonArray array(Collection<T> values, Function<T, JsonElement> each) {
    JsonArray array = new JsonArray(values.size());
    values.forEach(v -> array.add(each.apply(v)));
    return array;
  }
}
