package dev.plimsoll.kubernetes.object;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A claim of devices.
 *
 * @param metadata name, labels and the like
 * @param devices the devices that it is about
 * @param allocation the devices that it got
 * @param reservedFor the UIDs of the pods that use it
 */
public record ResourceClaim(
    ObjectMeta metadata,
    DeviceClaim devices,
    Optional<DeviceAllocation> allocation,
    Set<String> reservedFor)
    implements ApiObject {
  /** On a claim that the scheduler made for the extended resources of a pod. */
  public static final String EXTENDED_RESOURCE_ANNOTATION =
      "resource.kubernetes.io/extended-resource-claim";

  public static final GroupVersionKind TYPE =
      GroupVersionKind.of("resource.k8s.io/v1", "ResourceClaim");

  public static final GroupResource RESOURCE =
      new GroupResource("resource.k8s.io", "resourceclaims");

  public ResourceClaim {
    reservedFor = Set.copyOf(reservedFor);
  }

  /** Returns a claim that nothing was allocated for. */
  public static ResourceClaim of(ObjectMeta metadata, List<DeviceRequest> requests) {
    return new ResourceClaim(
        metadata, new DeviceClaim(requests, List.of()), Optional.empty(), Set.of());
  }

  /** Returns the requests. */
  public List<DeviceRequest> requests() {
    return devices.requests();
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
    return new ResourceClaim(other, devices, allocation, reservedFor);
  }

  /** Returns the pod that the scheduler made it for, for the pod's extended resources. */
  public Optional<OwnerReference> podOfExtendedResources() {
    return "true".equals(metadata.annotations().get(EXTENDED_RESOURCE_ANNOTATION))
        ? metadata.controller().filter(o -> o.kind().equals("Pod") && o.apiVersion().equals("v1"))
        : Optional.empty();
  }

  /** Returns whether a pod made it: its template's claims are owned by it. */
  public boolean isControlledBy(Pod pod) {
    return metadata.controller().filter(o -> o.uid().equals(pod.metadata().uid())).isPresent();
  }

  /** Returns a copy that got devices for a pod. */
  public ResourceClaim reserved(DeviceAllocation got, Pod pod) {
    Set<String> users = new HashSet<>(reservedFor);
    users.add(pod.metadata().uid());
    return new ResourceClaim(metadata, devices, Optional.of(got), users);
  }

  /** Returns a copy once its last pod is gone. */
  public ResourceClaim deallocated() {
    return new ResourceClaim(metadata, devices, Optional.empty(), Set.of());
  }
}
