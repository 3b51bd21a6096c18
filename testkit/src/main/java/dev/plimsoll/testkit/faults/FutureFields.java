package dev.plimsoll.testkit.faults;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.util.Set;

/** An API server newer than its clients: fields they have never heard of. */
final class FutureFields {
  private static final String NAME = "fieldFromTheFuture";

  /** Maps whose keys are the user's, where a new key would not be a new field. */
  private static final Set<String> MAPS =
      Set.of(
          "labels",
          "annotations",
          "hard",
          "used",
          "limits",
          "requests",
          "capacity",
          "allocatable",
          "overhead",
          "matchLabels",
          "nodeSelector",
          "data",
          "fieldsV1",
          "default",
          "defaultRequest",
          "max",
          "min",
          "maxLimitRequestRatio",
          "openAPIV3Schema",
          "parameters");

  private FutureFields() {}

  static JsonObject added(JsonObject object) {
    JsonObject copy = new JsonObject();
    object
        .entrySet()
        .forEach(
            m ->
                copy.add(
                    m.getKey(), MAPS.contains(m.getKey()) ? m.getValue() : added(m.getValue())));
    JsonObject value = new JsonObject();
    value.addProperty("mode", "Unknown");
    copy.add(NAME, value);
    return copy;
  }

  private static JsonElement added(JsonElement element) {
    if (element.isJsonObject()) {
      return added(element.getAsJsonObject());
    }
    if (!element.isJsonArray()) {
      return element;
    }
    JsonArray copy = new JsonArray();
    element.getAsJsonArray().forEach(item -> copy.add(added(item)));
    return copy;
  }
}
