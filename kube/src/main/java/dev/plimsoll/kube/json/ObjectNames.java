package dev.plimsoll.kube.json;

/** The names of objects. */
public final class ObjectNames {
  private ObjectNames() {}

  /** Returns {@code namespace/name}, or the name of an object that is in no namespace. */
  public static String of(JsonTree object) {
    JsonTree metadata = object.object("metadata");
    String namespace = metadata.text("namespace");
    return (namespace.isEmpty() ? "" : namespace + "/") + metadata.text("name");
  }
}
