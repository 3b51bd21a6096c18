package dev.plimsoll.kubernetes.placement.dra;

import dev.plimsoll.kubernetes.object.DeviceAllocation;

/**
 * The identity of a device.
 *
 * @param driver its driver
 * @param pool its pool
 * @param device its name in the pool
 */
public record DeviceId(String driver, String pool, String device) {

  static DeviceId of(DeviceAllocation.Result result) {
    return new DeviceId(result.driver(), result.pool(), result.device());
  }

  @Override
  public String toString() {
    return driver + "/" + pool + "/" + device;
  }
}
