package dev.plimsoll.server.access;

import com.google.gson.JsonObject;

/** An action of a user, in the terms of a SubjectAccessReview. */
public sealed interface AccessRequest {

  /**
   * Something with a resource of the core API.
   *
   * @param namespace where; empty for all namespaces, or for a resource that is in none
   */
  record ResourceAttributes(String verb, String resource, String namespace)
      implements AccessRequest {
    @Override
    public void addTo(JsonObject spec) {
      JsonObject attributes = new JsonObject();
      attributes.addProperty("verb", verb);
      attributes.addProperty("resource", resource);
      attributes.addProperty("namespace", namespace);
      spec.add("resourceAttributes", attributes);
    }

    @Override
    public String text() {
      return verb + " " + resource + (namespace.isEmpty() ? "" : " in namespace " + namespace);
    }
  }

  /** Something with a path that is no resource's. */
  record NonResourceAttributes(String verb, String path) implements AccessRequest {
    @Override
    public void addTo(JsonObject spec) {
      JsonObject attributes = new JsonObject();
      attributes.addProperty("verb", verb);
      attributes.addProperty("path", path);
      spec.add("nonResourceAttributes", attributes);
    }

    @Override
    public String text() {
      return verb + " " + path;
    }
  }

  /** Reading the pods of a namespace; of all if it is empty. */
  static AccessRequest listPods(String namespace) {
    return new ResourceAttributes("list", "pods", namespace);
  }

  /** Reading any node. */
  static AccessRequest getNodes() {
    return new ResourceAttributes("get", "nodes", "");
  }

  /** Reading a path. */
  static AccessRequest getPath(String path) {
    return new NonResourceAttributes("get", path);
  }

  /** Writes it into the {@code spec} of a review. */
  void addTo(JsonObject spec);

  /** Returns the verb and what it is for. */
  String text();
}
