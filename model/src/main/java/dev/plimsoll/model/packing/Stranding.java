package dev.plimsoll.model.packing;

import java.util.Map;

/**
 * Measures how many free devices of a node are of no use to those who ask for devices: each kind of
 * ask that doesn't fit the node, be it for want of devices, of CPUs or of memory, strands all free
 * devices in proportion to its weight.
 */
final class Stranding {

  /** Results count in parts of a device, so many to each. */
  static final long DEVICE = 1 << 20;

  /** Less than this is no difference: about the share of the rarest kinds that matter. */
  static final long STEP = DEVICE / 256;

  /** More devices than any node has, few enough that sums of them stay far from 2^63. */
  private static final long MAX_DEVICES = 1L << 28;

  private final long[] devices;
  private final long[] milliCpu;
  private final long[] memory;
  private final long[] share;

  private Stranding(int kinds) {
    devices = new long[kinds];
    milliCpu = new long[kinds];
    memory = new long[kinds];
    share = new long[kinds];
  }

  /** By kinds of asks and their weights. */
  static Stranding of(Map<Ask, Double> weights) {
    double total = weights.values().stream().mapToDouble(Double::doubleValue).sum();
    Stranding stranding = new Stranding(weights.size());
    int i = 0;
    for (Map.Entry<Ask, Double> kind : weights.entrySet()) {
      stranding.devices[i] = kind.getKey().devices();
      stranding.milliCpu[i] = kind.getKey().milliCpu();
      stranding.memory[i] = kind.getKey().memory();
      stranding.share[i] = Math.round(kind.getValue() / total * DEVICE);
      i++;
    }
    return stranding;
  }

  /** What fewer devices are stranded once the pod is there; negative if more are. */
  long gain(Room room, Ask ask) {
    return of(room) - of(room.after(ask));
  }

  /** How many devices are stranded on a node. */
  long of(Room room) {
    long free = bounded(room.freeDevices());
    if (free == 0) {
      return 0;
    }
    long unfit = 0;
    for (int i = 0; i < share.length; i++) {
      if (devices[i] > free || milliCpu[i] > room.freeMilliCpu() || memory[i] > room.freeMemory()) {
        unfit += share[i];
      }
    }
    return free * unfit;
  }

  /** Free devices as they are multiplied: none instead of fewer, and no absurd number. */
  static long bounded(long devices) {
    return Math.max(0, Math.min(devices, MAX_DEVICES));
  }
}
