package dev.plimsoll.testkit.rules;

import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import dev.plimsoll.testkit.api.ResourceType;
import dev.plimsoll.testkit.json.Json;
import java.util.List;

/** What every namespace is given: its name as a label, its finalizer, its phase. */
final class NamespaceRules implements KindRules {
  @Override
  public void complete(ResourceType type, JsonObject namespace) {
    JsonObject labels = Json.objectAt(namespace, "metadata", "labels");
    labels.addProperty("kubernetes.io/metadata.name", Json.text(namespace, "metadata", "name"));
    Json.setDefault(
        Json.objectAt(namespace, "spec"), "finalizers", Json.array(List.of("kubernetes")));
  }

  @Override
  public void begin(ResourceType type, JsonObject namespace) {
    Json.setDefault(Json.objectAt(namespace, "status"), "phase", new JsonPrimitive("Active"));
  }
}
