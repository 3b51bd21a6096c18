package dev.plimsoll.kube.conform;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.util.Map;

/**
 * A strategic merge patch as kubectl sends it: objects are merged, null removes, and lists whose
 * items have a key are merged by it.
 */
final class StrategicMergePatches {
  private static final Map<String, String> KEYS =
      Map.of(
          "containers", "name",
          "initContainers", "name",
          "volumes", "name",
          "env", "name",
          "ports", "port",
          "topologySpreadConstraints", "topologyKey");

  private StrategicMergePatches() {}

  /** Returns the patched document; neither argument is changed. */
  static JsonObject merge(JsonObject document, JsonObject patch) {
    JsonObject merged = document.deepCopy();
    for (String name : patch.keySet()) {
      JsonElement value = patch.get(name);
      if (value.isJsonNull()) {
        merged.remove(name);
      } else if (value instanceof JsonObject object
          && merged.get(name) instanceof JsonObject former) {
        merged.add(name, merge(former, object));
      } else if (value instanceof JsonArray array
          && merged.get(name) instanceof JsonArray former
          && KEYS.containsKey(name)) {
        merged.add(name, merge(former, array, KEYS.get(name)));
      } else {
        merged.add(name, value.deepCopy());
      }
    }
    return merged;
  }

  private static JsonArray merge(JsonArray former, JsonArray patch, String key) {
    JsonArray merged = former.deepCopy();
    for (JsonElement item : patch) {
      int index = indexOf(merged, item.getAsJsonObject(), key);
      if (index < 0) {
        merged.add(item.deepCopy());
      } else {
        merged.set(index, merge(merged.get(index).getAsJsonObject(), item.getAsJsonObject()));
      }
    }
    return merged;
  }

  private static int indexOf(JsonArray items, JsonObject item, String key) {
    for (int i = 0; i < items.size(); i++) {
      JsonElement value = items.get(i).getAsJsonObject().get(key);
      if (value != null && value.equals(item.get(key))) {
        return i;
      }
    }
    return -1;
  }
}
