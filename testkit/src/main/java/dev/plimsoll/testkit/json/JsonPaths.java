package dev.plimsoll.testkit.json;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.google.gson.Strictness;
import java.util.List;
import java.util.Optional;
import java.util.stream.StreamSupport;

/** Reading and writing JSON trees by the names along a path. A JSON null counts as absent. */
public final class JsonPaths {
  private static final Gson GSON =
      new GsonBuilder().serializeNulls().disableHtmlEscaping().create();

  private static final Gson STRICT = new GsonBuilder().setStrictness(Strictness.STRICT).create();

  private JsonPaths() {}

  /**
   * One JSON object from text, single quotes allowed; throws Gson's JsonParseException or
   * IllegalStateException.
   */
  public static JsonObject parse(String text) {
    return JsonParser.parseString(text).getAsJsonObject();
  }

  /** One JSON object from text that must be JSON to the letter; throws as {@link #parse}. */
  public static JsonObject parseStrictly(String text) {
    return STRICT.fromJson(text, JsonElement.class).getAsJsonObject();
  }

  /** Compact JSON, nulls included. */
  public static String text(JsonElement element) {
    return GSON.toJson(element);
  }

  /** Returns the element at the path, if every step of the path exists and isn't null. */
  public static Optional<JsonElement> at(JsonObject root, String... path) {
    JsonElement here = root;
    for (String name : path) {
      if (!here.isJsonObject() || !here.getAsJsonObject().has(name)) {
        return Optional.empty();
      }
      here = here.getAsJsonObject().get(name);
    }
    return here.isJsonNull() ? Optional.empty() : Optional.of(here);
  }

  /** The object at the path. */
  public static Optional<JsonObject> object(JsonObject root, String... path) {
    return at(root, path).filter(JsonElement::isJsonObject).map(JsonElement::getAsJsonObject);
  }

  /** The scalar at the path as text. */
  public static Optional<String> string(JsonObject root, String... path) {
    return at(root, path).filter(JsonElement::isJsonPrimitive).map(JsonElement::getAsString);
  }

  /** The scalar at the path as text, or "" as Go would have it. */
  public static String text(JsonObject root, String... path) {
    return string(root, path).orElse("");
  }

  /** The elements of the array at the path; none if there is no array. */
  public static List<JsonElement> list(JsonObject root, String... path) {
    return at(root, path)
        .filter(JsonElement::isJsonArray)
        .map(array -> StreamSupport.stream(array.getAsJsonArray().spliterator(), false).toList())
        .orElse(List.of());
  }

  /** The objects in the array at the path; other elements are passed over. */
  public static List<JsonObject> objects(JsonObject root, String... path) {
    return list(root, path).stream()
        .filter(JsonElement::isJsonObject)
        .map(JsonElement::getAsJsonObject)
        .toList();
  }

  /** The text of each scalar in the array at the path. */
  public static List<String> strings(JsonObject root, String... path) {
    return list(root, path).stream()
        .filter(JsonElement::isJsonPrimitive)
        .map(JsonElement::getAsString)
        .toList();
  }

  /** The object at the path, made where it is missing. */
  public static JsonObject objectAt(JsonObject root, String... path) {
    JsonObject here = root;
    for (String name : path) {
      if (!here.has(name) || !here.get(name).isJsonObject()) {
        here.add(name, new JsonObject());
      }
      here = here.getAsJsonObject(name);
    }
    return here;
  }

  /** An array of texts. */
  public static JsonArray array(Iterable<String> texts) {
    JsonArray array = new JsonArray();
    texts.forEach(array::add);
    return array;
  }

  /** Sets the member if the object does not have it, as a default does. */
  public static void setDefault(JsonObject object, String name, JsonElement value) {
    if (!object.has(name) || object.get(name).isJsonNull()) {
      object.add(name, value);
    }
  }
}
