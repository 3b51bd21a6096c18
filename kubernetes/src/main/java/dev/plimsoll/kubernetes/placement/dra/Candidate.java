package dev.plimsoll.kubernetes.placement.dra;

/**
 * A device that may be taken.
 *
 * @param device the device
 * @param pool the pool it is taken from
 */
record Candidate(PoolDevice device, Pool pool) {

  DeviceId id() {
    return device.id();
  }
}
