package dev.plimsoll.testkit.patch;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonNull;
import com.google.gson.JsonObject;
import dev.plimsoll.testkit.json.JsonPaths;
import java.util.Optional;

/** JSON patch (RFC 6902). */
public final class JsonPatch {
  private JsonPatch() {}

  /** The object after all operations; IllegalArgumentException if one fails. */
  public static JsonObject apply(JsonObject object, JsonArray operations) {
    JsonObject patched = object.deepCopy();
    for (JsonElement operation : operations) {
      if (!operation.isJsonObject()) {
        throw new IllegalArgumentException("not an operation: " + operation);
      }
      step(patched, operation.getAsJsonObject());
    }
    return patched;
  }

  private static void step(JsonObject root, JsonObject operation) {
    JsonPointer path = JsonPointer.parse(JsonPaths.text(operation, "path"));
    JsonPointer from = JsonPointer.parse(JsonPaths.text(operation, "from"));
    JsonElement value =
        Optional.ofNullable(operation.get("value")).orElse(JsonNull.INSTANCE).deepCopy();
    switch (JsonPaths.text(operation, "op")) {
      case "add" -> path.add(root, value);
      case "remove" -> path.remove(root);
      case "replace" -> {
        path.remove(root);
        path.add(root, value);
      }
      case "move" -> path.add(root, from.remove(root));
      case "copy" ->
          path.add(
              root,
              from.find(root)
                  .orElseThrow(() -> new IllegalArgumentException("nothing to copy"))
                  .deepCopy());
      case "test" -> {
        if (!path.find(root).equals(Optional.of(value))) {
          throw new IllegalArgumentException("test failed at " + path.steps());
        }
      }
      default -> throw new IllegalArgumentException("unknown operation: " + operation);
    }
  }
}
