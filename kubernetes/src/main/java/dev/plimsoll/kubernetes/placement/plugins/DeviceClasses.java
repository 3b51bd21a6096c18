package dev.plimsoll.kubernetes.placement.plugins;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.DeviceClass;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.version.FeatureGate;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * The extended resources that device classes provide: by the name a class gives, or by the class'
 * own name.
 *
 * <p>Source: {@code DeviceClassResolver} in {@code
 * pkg/scheduler/framework/plugins/dynamicresources/dra_manager.go}.
 */
record DeviceClasses(Collection<DeviceClass> classes) {
  private static final Comparator<DeviceClass> NEWEST_FIRST =
      Comparator.comparing(
              (DeviceClass c) -> c.metadata().creationTimestamp().orElse(Instant.MIN),
              Comparator.reverseOrder())
          .thenComparing(DeviceClass::name);
  private static final String PREFIX = "deviceclass.resource.kubernetes.io/";

  static DeviceClasses of(Cluster cluster) {
    return new DeviceClasses(
        cluster.controlPlane().enables(FeatureGate.DRA_EXTENDED_RESOURCE)
            ? cluster.list(DeviceClass.class)
            : List.of());
  }

  boolean provide(ResourceName name) {
    return find(name).isPresent();
  }

  /** Returns the class that provides a resource: of several, the newest, then the first by name. */
  Optional<DeviceClass> find(ResourceName name) {
    return classes.stream()
        .filter(
            c ->
                name.name().equals(c.extendedResourceName())
                    || name.name().equals(PREFIX + c.name()))
        .min(NEWEST_FIRST);
  }
}
