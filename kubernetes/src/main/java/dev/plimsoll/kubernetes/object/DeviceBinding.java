package dev.plimsoll.kubernetes.object;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The conditions that a claim's devices have to meet before a pod is bound.
 *
 * @param allocatedAt when the devices were allocated; absent if that was not recorded
 * @param devices the devices with such conditions, in the order of the claim
 */
public record DeviceBinding(Optional<Instant> allocatedAt, List<AllocatedDevice> devices) {

  /** No device has conditions. */
  public static final DeviceBinding NONE = new DeviceBinding(Optional.empty(), List.of());

  public DeviceBinding {
    devices = List.copyOf(devices);
  }

  /**
   * A device with conditions.
   *
   * @param conditions the conditions that must all be true
   * @param failureConditions the conditions of which none may be true
   * @param reported the conditions that the driver reports as true; absent if the driver has
   *     reported nothing of the device
   */
  public record AllocatedDevice(
      List<String> conditions, List<String> failureConditions, Optional<Set<String>> reported) {

    public AllocatedDevice {
      conditions = List.copyOf(conditions);
      failureConditions = List.copyOf(failureConditions);
      reported = reported.map(Set::copyOf);
    }
  }
}
