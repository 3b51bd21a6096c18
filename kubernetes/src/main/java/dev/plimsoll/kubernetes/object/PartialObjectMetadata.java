package dev.plimsoll.kubernetes.object;

/**
 * An object that matters only by its existence.
 *
 * @param metadata name, namespace and the like
 * @param type the kind
 * @param resource the plural
 */
public record PartialObjectMetadata(
    ObjectMeta metadata, GroupVersionKind type, GroupResource resource) implements ApiObject {

  @Override
  public String identity() {
    return resource + "/" + name();
  }
}
