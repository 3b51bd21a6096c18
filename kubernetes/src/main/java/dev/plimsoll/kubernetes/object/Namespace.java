package dev.plimsoll.kubernetes.object;

/**
 * A namespace.
 *
 * @param metadata name, labels and the like
 */
public record Namespace(ObjectMeta metadata) implements ApiObject {

  public static final GroupVersionKind TYPE = GroupVersionKind.of("v1", "Namespace");

  public static final GroupResource RESOURCE = new GroupResource("", "namespaces");

  /** Returns whether it is being deleted; then nothing can be created in it. */
  public boolean isTerminating() {
    return metadata.deletionTimestamp().isPresent();
  }

  @Override
  public GroupVersionKind type() {
    return TYPE;
  }

  @Override
  public GroupResource resource() {
    return RESOURCE;
  }
}
