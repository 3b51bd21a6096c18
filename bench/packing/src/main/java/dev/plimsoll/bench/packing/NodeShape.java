package dev.plimsoll.bench.packing;

import java.util.List;

/**
 * What a node has for pods.
 *
 * @param milliCpu thousandths of a CPU
 * @param memory bytes
 * @param devices how many of each of the cluster's kinds of devices
 */
record NodeShape(long milliCpu, long memory, List<Long> devices) {

  NodeShape {
    devices = List.copyOf(devices);
  }

  /** The devices of all kinds. */
  long size() {
    return devices.stream().mapToLong(Long::longValue).sum();
  }
}
