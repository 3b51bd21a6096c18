package dev.plimsoll.kubernetes.capacity;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.DeviceClass;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.version.FeatureGate;
import java.util.Optional;

/** How many devices of classes are free, also as the extended resources that the classes serve. */
public final class DeviceHeadroom {
  private static final String IMPLICIT = "deviceclass.resource.kubernetes.io/";

  private final Cluster cluster;
  private final DeviceGroups groups;

  private DeviceHeadroom(Cluster cluster, DeviceGroups groups) {
    this.cluster = cluster;
    this.groups = groups;
  }

  /** Returns the headroom of a cluster's devices. */
  public static DeviceHeadroom of(Cluster cluster) {
    return new DeviceHeadroom(cluster, DeviceGroups.of(cluster, ""));
  }

  /**
   * Returns whether a device class serves an extended resource, or may serve it. If the classes
   * were not read, a class may serve each resource that no node has itself.
   */
  public static boolean mayServe(Cluster cluster, ResourceName resource) {
    if (!resource.isDraExtended()
        || !cluster.controlPlane().enables(FeatureGate.DRA_EXTENDED_RESOURCE)) {
      return false;
    }
    return serving(cluster, resource).isPresent()
        || (!cluster.covers(DeviceClass.RESOURCE)
            && cluster.nodes().stream()
                .allMatch(n -> n.allocatable().getOrZero(resource).isZero()));
  }

  private static Optional<DeviceClass> serving(Cluster cluster, ResourceName resource) {
    return cluster.list(DeviceClass.class).stream()
        .filter(
            c ->
                resource.name().equals(c.extendedResourceName())
                    || resource.name().equals(IMPLICIT + c.name()))
        .findFirst();
  }

  /** Returns the free amount of a resource that a class may serve; empty if unknown. */
  public Optional<Quantity> ofResource(ResourceName resource) {
    return serving(cluster, resource).flatMap(c -> ofClass(c.name()));
  }

  /** Returns how many devices of a class are free; absent if that isn't known. */
  public Optional<Quantity> ofClass(String deviceClass) {
    return groups.groups().stream()
        .filter(g -> g.deviceClass().equals(deviceClass))
        .findFirst()
        .map(g -> Quantity.of(g.free()));
  }
}
