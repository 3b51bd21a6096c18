package dev.plimsoll.testkit.rules;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import dev.plimsoll.testkit.json.JsonPaths;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Drops what a structural schema does not specify. */
final class SchemaPruning {
  private static final Set<String> ALWAYS = Set.of("apiVersion", "kind", "metadata");

  private SchemaPruning() {}

  /** Answers the paths of what was dropped. */
  static List<String> prune(JsonObject schema, JsonObject object) {
    List<String> dropped = new ArrayList<>();
    if (schema.size() > 0) {
      prune(schema, object, "", dropped);
    }
    return dropped;
  }

  private static void prune(
      JsonObject schema, JsonElement value, String path, List<String> dropped) {
    if (value.isJsonArray()) {
      int index = 0;
      for (JsonElement item : value.getAsJsonArray()) {
        String at = path + "[" + index++ + "]";
        JsonPaths.object(schema, "items").ifPresent(items -> prune(items, item, at, dropped));
      }
    } else if (value.isJsonObject()) {
      pruneObject(schema, value.getAsJsonObject(), path, dropped);
    }
  }

  private static void pruneObject(
      JsonObject schema, JsonObject object, String path, List<String> dropped) {
    boolean keepAll =
        JsonPaths.text(schema, "x-kubernetes-preserve-unknown-fields").equals("true")
            || JsonPaths.text(schema, "additionalProperties").equals("true");
    for (String name : List.copyOf(object.keySet())) {
      String at = path.isEmpty() ? name : path + "." + name;
      if (path.isEmpty() && ALWAYS.contains(name)) {
        continue;
      }
      JsonPaths.object(schema, "properties", name)
          .or(() -> JsonPaths.object(schema, "additionalProperties"))
          .ifPresentOrElse(
              below -> prune(below, object.get(name), at, dropped),
              () -> {
                if (!keepAll) {
                  object.remove(name);
                  dropped.add(at);
                }
              });
    }
  }
}
