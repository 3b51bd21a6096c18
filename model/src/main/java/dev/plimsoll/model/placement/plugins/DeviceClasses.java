package dev.plimsoll.model.placement.plugins;

import dev.plimsoll.model.cluster.Cluster;
import dev.plimsoll.model.object.DeviceClass;
import dev.plimsoll.model.quantity.ResourceName;
import dev.plimsoll.model.version.FeatureGate;
import java.util.Collection;
import java.util.List;

/**
 * The extended resources that device classes provide: by the name a class gives, or by the class'
 * own name.
 *
 * <p>Source: {@code DeviceClassResolver} in {@code
 * pkg/scheduler/framework/plugins/dynamicresources/dra_manager.go}.
 */
record DeviceClasses(Collection<DeviceClass> classes) {
  private static final String PREFIX = "deviceclass.resource.kubernetes.io/";

  static DeviceClasses of(Cluster cluster) {
    return new DeviceClasses(
        cluster.controlPlane().enables(FeatureGate.DRA_EXTENDED_RESOURCE)
            ? cluster.list(DeviceClass.class)
            : List.of());
  }

  boolean provide(ResourceName name) {
    for (DeviceClass deviceClass : classes) {
      if (name.name().equals(deviceClass.extendedResourceName())
          || name.name().equals(PREFIX + deviceClass.name())) {
        return true;
      }
    }
    return false;
  }
}
