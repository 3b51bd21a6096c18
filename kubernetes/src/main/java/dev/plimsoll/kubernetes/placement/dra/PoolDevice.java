package dev.plimsoll.kubernetes.placement.dra;

import dev.plimsoll.kubernetes.object.Device;
import dev.plimsoll.kubernetes.object.ResourceSlice;

/**
 * A device in the pool of a slice.
 *
 * @param id what tells it from others
 * @param device the device
 * @param slice the slice that it is published in
 */
record PoolDevice(DeviceId id, Device device, ResourceSlice slice) {

  static PoolDevice of(ResourceSlice slice, Device device) {
    return new PoolDevice(
        new DeviceId(slice.driver(), slice.pool().name(), device.name()), device, slice);
  }
}
