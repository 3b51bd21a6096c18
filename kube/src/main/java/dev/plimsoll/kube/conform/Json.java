package dev.plimsoll.kube.conform;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import java.util.Collection;
import java.util.Map;

/** Writes JSON as Java reads: names and values in turn. */
public final class Json {
  private Json() {}

  /** Returns an object of names and values in turn. */
  public static JsonObject object(Object... namesAndValues) {
    JsonObject object = new JsonObject();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      object.add((String) namesAndValues[i], element(namesAndValues[i + 1]));
    }
    return object;
  }

  /** Returns an array. */
  public static JsonArray array(Object... elements) {
    JsonArray array = new JsonArray();
    for (Object each : elements) {
      array.add(element(each));
    }
    return array;
  }

  /** Returns an object as it is sent to the API server, without a spec. */
  public static JsonObject manifest(String apiVersion, String kind, String name) {
    return object("apiVersion", apiVersion, "kind", kind, "metadata", object("name", name));
  }

  /** Returns an object of a namespace, without a spec. */
  public static JsonObject manifest(String apiVersion, String kind, String namespace, String name) {
    JsonObject manifest = manifest(apiVersion, kind, name);
    manifest.getAsJsonObject("metadata").addProperty("namespace", namespace);
    return manifest;
  }

  /** Returns the named fields of an object; missing fields are left out. */
  public static JsonObject only(JsonObject object, String... names) {
    JsonObject some = new JsonObject();
    for (String name : names) {
      if (object.has(name)) {
        some.add(name, object.get(name));
      }
    }
    return some;
  }

  /** Returns the name of an object. */
  public static String name(JsonObject object) {
    return object.getAsJsonObject("metadata").get("name").getAsString();
  }

  /** Returns the text of a field; empty if it isn't there. */
  public static String text(JsonObject object, String name) {
    return object.has(name) ? object.get(name).getAsString() : "";
  }

  /** Returns the object that a field has; empty if it isn't there. */
  public static JsonObject child(JsonObject object, String name) {
    return object.has(name) ? object.getAsJsonObject(name) : new JsonObject();
  }

  private static JsonElement element(Object value) {
    if (value instanceof JsonElement element) {
      return element;
    }
    if (value instanceof Collection<?> elements) {
      return array(elements.toArray());
    }
    if (value instanceof Map<?, ?> map) {
      JsonObject object = new JsonObject();
      map.forEach((k, v) -> object.add((String) k, element(v)));
      return object;
    }
    if (value instanceof Number number) {
      return new JsonPrimitive(number);
    }
    return value instanceof Boolean bool
        ? new JsonPrimitive(bool)
        : new JsonPrimitive((String) value);
  }
}
