package dev.plimsoll.testkit.patch;

import com.google.gson.JsonObject;
import dev.plimsoll.testkit.json.JsonPaths;

/**
 * A manager of fields.
 *
 * @param operation Apply or Update
 * @param subresource "" for the object itself
 */
public record Manager(String name, String operation, String apiVersion, String subresource) {
  static Manager read(JsonObject entry) {
    return new Manager(
        JsonPaths.text(entry, "manager"),
        JsonPaths.text(entry, "operation"),
        JsonPaths.text(entry, "apiVersion"),
        JsonPaths.text(entry, "subresource"));
  }

  boolean isApplier() {
    return operation.equals("Apply");
  }

  /** As conflicts name it. */
  @Override
  public String toString() {
    String text = "\"" + name + "\"";
    if (!subresource.isEmpty()) {
      text += " with subresource \"" + subresource + "\"";
    }
    return isApplier() ? text : text + " using " + apiVersion;
  }

  JsonObject toJson(String time, FieldSet fields) {
    JsonObject entry = new JsonObject();
    entry.addProperty("manager", name);
    entry.addProperty("operation", operation);
    entry.addProperty("apiVersion", apiVersion);
    entry.addProperty("time", time);
    entry.addProperty("fieldsType", "FieldsV1");
    entry.add("fieldsV1", fields.toJson());
    if (!subresource.isEmpty()) {
      entry.addProperty("subresource", subresource);
    }
    return entry;
  }
}
