package dev.plimsoll.model.object;

import java.util.List;

/**
 * A claim of devices.
 *
 * @param metadata name, labels and the like
 * @param requests the devices that it requests
 */
public record ResourceClaim(ObjectMeta metadata, List<DeviceRequest> requests)
    implements ApiObject {

  /** The kind. */
  public static final GroupVersionKind TYPE =
      GroupVersionKind.of("resource.k8s.io/v1", "ResourceClaim");

  /** The plural. */
  public static final GroupResource RESOURCE =
      new GroupResource("resource.k8s.io", "resourceclaims");

  /** Makes the collections unmodifiable. */
  public ResourceClaim {
    requests = List.copyOf(requests);
  }

  @Override
  public GroupVersionKind type() {
    return TYPE;
  }

  @Override
  public GroupResource resource() {
    return RESOURCE;
  }

  /** Returns a copy with other metadata. */
  public ResourceClaim withMetadata(ObjectMeta other) {
    return new ResourceClaim(other, requests);
  }
}
