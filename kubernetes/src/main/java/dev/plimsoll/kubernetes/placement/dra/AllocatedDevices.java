package dev.plimsoll.kubernetes.placement.dra;

import dev.plimsoll.kubernetes.object.DeviceAllocation;
import dev.plimsoll.kubernetes.object.ResourceClaim;
import dev.plimsoll.kubernetes.quantity.Quantity;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * The devices that claims have got: as a whole, or a share of them.
 *
 * <p>Source: {@code pkg/scheduler/framework/plugins/dynamicresources/allocateddevices.go}.
 */
final class AllocatedDevices {
  private final Set<DeviceId> whole = new HashSet<>();
  private final Set<DeviceId> shared = new HashSet<>();
  private final Map<DeviceId, Map<String, Quantity>> consumed = new HashMap<>();

  private AllocatedDevices() {}

  static AllocatedDevices of(Collection<ResourceClaim> claims, AllocatorFeatures features) {
    AllocatedDevices allocated = new AllocatedDevices();
    for (ResourceClaim claim : claims) {
      claim.allocation().ifPresent(a -> a.results().forEach(r -> allocated.add(r, features)));
    }
    return allocated;
  }

  private void add(DeviceAllocation.Result result, AllocatorFeatures features) {
    if (result.adminAccess()) {
      return;
    }
    DeviceId id = DeviceId.of(result);
    if (features.consumableCapacity() && result.shared()) {
      shared.add(id);
      Map<String, Quantity> sum = consumed.computeIfAbsent(id, d -> new HashMap<>());
      result.consumedCapacity().forEach((name, amount) -> sum.merge(name, amount, Quantity::add));
    } else {
      whole.add(id);
    }
  }

  /** Returns whether a claim has the device as a whole. */
  boolean isTaken(DeviceId device) {
    return whole.contains(device);
  }

  /** Returns whether claims have the device, or shares of it. */
  boolean isInUse(DeviceId device) {
    return whole.contains(device) || shared.contains(device);
  }

  /** Returns whether claims have amounts of the device. */
  boolean isConsumed(DeviceId device) {
    return consumed.containsKey(device);
  }

  /** Returns the amounts of the device that claims have. */
  Map<String, Quantity> consumed(DeviceId device) {
    return consumed.getOrDefault(device, Map.of());
  }
}
