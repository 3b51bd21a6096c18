package dev.plimsoll.console.mcp;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.ToNumberPolicy;
import java.util.Map;

/** JSON as maps, lists and values, which the SDK takes and gives. */
final class PlainJson {
  private static final Gson GSON =
      new GsonBuilder()
          .disableHtmlEscaping()
          .serializeNulls()
          .setObjectToNumberStrategy(ToNumberPolicy.LONG_OR_DOUBLE)
          .create();

  private PlainJson() {}

  @SuppressWarnings("unchecked") // An object becomes a map.
  static Map<String, Object> map(JsonObject object) {
    return (Map<String, Object>) value(object);
  }

  /** Returns maps, lists, texts, longs, doubles and booleans. */
  static Object value(JsonElement json) {
    return GSON.fromJson(json, Object.class);
  }

  static JsonObject object(Map<String, Object> map) {
    return GSON.toJsonTree(map).getAsJsonObject();
  }

  static String text(JsonElement json) {
    return GSON.toJson(json);
  }
}
