package dev.plimsoll.model.object;

/**
 * A class of devices for dynamic resource allocation.
 *
 * @param metadata name, labels and the like
 * @param extendedResourceName the extended resource that pods may request instead, empty for none
 */
public record DeviceClass(ObjectMeta metadata, String extendedResourceName) implements ApiObject {

  /** The kind. */
  public static final GroupVersionKind TYPE =
      GroupVersionKind.of("resource.k8s.io/v1", "DeviceClass");

  /** The plural. */
  public static final GroupResource RESOURCE =
      new GroupResource("resource.k8s.io", "deviceclasses");

  @Override
  public GroupVersionKind type() {
    return TYPE;
  }

  @Override
  public GroupResource resource() {
    return RESOURCE;
  }
}
