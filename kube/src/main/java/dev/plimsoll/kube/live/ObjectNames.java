package dev.plimsoll.kube.live;

import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;

/** What objects are called. */
final class ObjectNames {
  private ObjectNames() {}

  /** Returns {@code namespace/name}, or the name of an object that is in no namespace. */
  static String of(JsonObject object) {
    JsonObject metadata =
        object.get("metadata") instanceof JsonObject found ? found : new JsonObject();
    String namespace = text(metadata, "namespace");
    return (namespace.isEmpty() ? "" : namespace + "/") + text(metadata, "name");
  }

  private static String text(JsonObject metadata, String field) {
    return metadata.get(field) instanceof JsonPrimitive value ? value.getAsString() : "";
  }
}
