package dev.plimsoll.testkit.rules;

import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import dev.plimsoll.testkit.api.ResourceType;
import dev.plimsoll.testkit.json.JsonPaths;
import java.util.List;

/** Sets the fields that every namespace gets: its name as a label, its finalizer, its phase. */
final class NamespaceRules implements KindRules {
  @Override
  public void complete(ResourceType type, JsonObject namespace) {
    JsonObject labels = JsonPaths.objectAt(namespace, "metadata", "labels");
    labels.addProperty(
        "kubernetes.io/metadata.name", JsonPaths.text(namespace, "metadata", "name"));
    JsonPaths.setDefault(
        JsonPaths.objectAt(namespace, "spec"),
        "finalizers",
        JsonPaths.array(List.of("kubernetes")));
  }

  @Override
  public void begin(ResourceType type, JsonObject namespace) {
    JsonPaths.setDefault(
        JsonPaths.objectAt(namespace, "status"), "phase", new JsonPrimitive("Active"));
  }
}
