package dev.plimsoll.testkit.rules;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import dev.plimsoll.testkit.json.JsonPaths;
import java.util.Optional;

/** Fills in the defaults of a structural schema. */
final class SchemaDefaults {
  private SchemaDefaults() {}

  static void fill(JsonObject schema, JsonElement value) {
    if (value.isJsonObject()) {
      JsonObject object = value.getAsJsonObject();
      JsonPaths.object(schema, "properties")
          .ifPresent(
              properties ->
                  properties
                      .keySet()
                      .forEach(name -> property(object, name, properties.getAsJsonObject(name))));
      JsonPaths.object(schema, "additionalProperties")
          .ifPresent(each -> object.entrySet().forEach(m -> fill(each, m.getValue())));
    } else if (value.isJsonArray()) {
      JsonPaths.object(schema, "items")
          .ifPresent(items -> value.getAsJsonArray().forEach(item -> fill(items, item)));
    }
  }

  private static void property(JsonObject object, String name, JsonObject schema) {
    Optional<JsonElement> initial = JsonPaths.at(schema, "default");
    if (!object.has(name) && initial.isPresent()) {
      object.add(name, initial.get().deepCopy());
    }
    if (object.has(name)) {
      fill(schema, object.get(name));
    }
  }
}
