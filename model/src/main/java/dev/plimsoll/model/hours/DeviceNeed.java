package dev.plimsoll.model.hours;

import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.quantity.Resources;
import dev.plimsoll.model.gap.DetectionContext;
import java.time.Instant;
import java.util.Comparator;

/**
 * A pod that waits for devices, or is missing.
 *
 * @param pod the pod as it would be placed if its first cause were gone; of a missing pod, as it is
 *     submitted
 * @param isStored whether the pod exists
 * @param cause the first cause that keeps it; {@link DeviceState#OTHER} if only placement can
 * @param devices the extended resources that it requests
 */
record DeviceNeed(Pod pod, boolean isStored, DeviceState cause, Resources devices) {
  /** The largest need first; of equal needs the oldest, then by name. */
  static final Comparator<DeviceNeed> LARGEST_FIRST =
      Comparator.comparingLong(DeviceNeed::most)
          .reversed()
          .thenComparing(n -> n.pod().metadata().creationTimestamp().orElse(Instant.MAX))
          .thenComparing(n -> n.pod().namespace())
          .thenComparing(n -> n.pod().name())
          .thenComparing(DeviceNeed::cause);

  static DeviceNeed of(Pod pod, boolean isStored, DeviceState cause) {
    return new DeviceNeed(
        pod,
        isStored,
        cause,
        DetectionContext.requests(pod).mask(ResourceName::isExtended).removeZeros());
  }

  long units(ResourceName resource) {
    return devices.getOrZero(resource).value();
  }

  private long most() {
    return devices.names().stream().mapToLong(this::units).max().orElse(0);
  }
}
