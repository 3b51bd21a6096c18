package dev.plimsoll.kubernetes.device;

import dev.plimsoll.kubernetes.object.Node;
import dev.plimsoll.kubernetes.quantity.ResourceName;

/**
 * Units of Intel's device plug-in. Its flag {@code -shared-dev-num} multiplies the units of each
 * GPU, and no label tells it; the rules of Node Feature Discovery label the number of GPUs.
 *
 * <p>Source: {@code cmd/gpu_plugin/README.md} and {@code cmd/gpu_plugin/labels.md} in
 * intel/intel-device-plugins-for-kubernetes.
 */
final class IntelUnits {
  static final String PREFIX = "gpu.intel.com/";

  private static final ResourceName I915 = ResourceName.of(PREFIX + "i915");
  private static final ResourceName XE = ResourceName.of(PREFIX + "xe");
  private static final String COUNT = PREFIX + "device.count";

  private IntelUnits() {}

  static DeviceUnit of(Node node, ResourceName resource) {
    if (!resource.equals(I915) && !resource.equals(XE)) {
      return DeviceUnit.unknown(resource);
    }
    long count = DeviceUnits.number(node, COUNT).orElse(0);
    long units = DeviceUnits.units(node, I915) + DeviceUnits.units(node, XE);
    if (count == 0 || units <= count) {
      return DeviceUnit.whole(resource);
    }
    return units % count == 0
        ? DeviceUnits.equalParts(node, resource, resource, units / count)
        : DeviceUnit.unknown(resource);
  }
}
