package dev.plimsoll.testkit.patch;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.util.Map;

/** JSON merge patch (RFC 7386). */
public final class MergePatch {
  private MergePatch() {}

  /** The object with the patch laid over it; null removes, lists are replaced. */
  public static JsonObject apply(JsonObject object, JsonObject patch) {
    JsonObject merged = object.deepCopy();
    for (Map.Entry<String, JsonElement> member : patch.entrySet()) {
      JsonElement value = member.getValue();
      if (value.isJsonNull()) {
        merged.remove(member.getKey());
      } else if (value.isJsonObject()) {
        JsonElement old = merged.get(member.getKey());
        JsonObject base =
            old != null && old.isJsonObject() ? old.getAsJsonObject() : new JsonObject();
        merged.add(member.getKey(), apply(base, value.getAsJsonObject()));
      } else {
        merged.add(member.getKey(), value.deepCopy());
      }
    }
    return merged;
  }
}
