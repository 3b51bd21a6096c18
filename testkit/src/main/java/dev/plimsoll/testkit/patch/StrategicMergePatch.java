package dev.plimsoll.testkit.patch;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import dev.plimsoll.testkit.json.JsonPaths;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Strategic merge patch, in part: maps merge, the lists named here merge by their key or as sets,
 * every other list is replaced. Of the directives only {@code $patch: delete} and {@code $patch:
 * replace} are followed; {@code $setElementOrder}, {@code $retainKeys} and {@code
 * $deleteFromPrimitiveList} are passed over.
 */
public final class StrategicMergePatch {
  private static final Set<String> BY_NAME =
      Set.of(
          "containers",
          "initContainers",
          "ephemeralContainers",
          "schedulingGates",
          "env",
          "volumes",
          "imagePullSecrets",
          "webhooks");
  private static final Map<String, String> BY_OTHER_KEYS =
      Map.of(
          "conditions",
          "type",
          "addresses",
          "type",
          "ownerReferences",
          "uid",
          "volumeMounts",
          "mountPath");

  private StrategicMergePatch() {}

  /** The object with the patch laid over it. */
  public static JsonObject apply(JsonObject object, JsonObject patch) {
    JsonObject merged = object.deepCopy();
    for (Map.Entry<String, JsonElement> member : patch.entrySet()) {
      String name = member.getKey();
      JsonElement value = member.getValue();
      JsonElement old = merged.get(name);
      if (name.startsWith("$")) {
        continue;
      }
      if (value.isJsonNull()) {
        merged.remove(name);
      } else if (value.isJsonObject()) {
        boolean replace = JsonPaths.text(value.getAsJsonObject(), "$patch").equals("replace");
        boolean mergeable = old != null && old.isJsonObject() && !replace;
        merged.add(
            name,
            apply(mergeable ? old.getAsJsonObject() : new JsonObject(), value.getAsJsonObject()));
      } else if (value.isJsonArray() && old != null && old.isJsonArray()) {
        merged.add(name, list(name, old.getAsJsonArray(), value.getAsJsonArray()));
      } else {
        merged.add(name, value.deepCopy());
      }
    }
    return merged;
  }

  private static JsonArray list(String name, JsonArray old, JsonArray patch) {
    if (name.equals("finalizers")) {
      JsonArray union = old.deepCopy();
      patch.asList().stream().filter(item -> !union.contains(item)).forEach(union::add);
      return union;
    }
    return Optional.ofNullable(BY_NAME.contains(name) ? "name" : BY_OTHER_KEYS.get(name))
        .map(key -> byKey(key, old, patch))
        .orElseGet(patch::deepCopy);
  }

  private static JsonArray byKey(String key, JsonArray old, JsonArray patch) {
    JsonArray merged = old.deepCopy();
    for (JsonElement element : patch) {
      JsonObject item = element.getAsJsonObject();
      int at = indexOf(merged, key, JsonPaths.text(item, key));
      if (JsonPaths.text(item, "$patch").equals("delete")) {
        if (at >= 0) {
          merged.remove(at);
        }
      } else if (at >= 0) {
        merged.set(at, apply(merged.get(at).getAsJsonObject(), item));
      } else {
        merged.add(item.deepCopy());
      }
    }
    return merged;
  }

  private static int indexOf(JsonArray list, String key, String value) {
    for (int i = 0; i < list.size(); i++) {
      if (JsonPaths.text(list.get(i).getAsJsonObject(), key).equals(value)) {
        return i;
      }
    }
    return -1;
  }
}
