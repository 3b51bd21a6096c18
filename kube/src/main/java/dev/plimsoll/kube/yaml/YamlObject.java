package dev.plimsoll.kube.yaml;

import com.google.gson.JsonObject;

/**
 * An object from a file.
 *
 * @param json the object
 * @param lines where its fields stand
 */
public record YamlObject(JsonObject json, FieldLines lines) {

  /** Returns the kind that it says it is, empty if it doesn't. */
  public String kind() {
    return json.has("kind") && json.get("kind").isJsonPrimitive()
        ? json.get("kind").getAsString()
        : "";
  }
}
