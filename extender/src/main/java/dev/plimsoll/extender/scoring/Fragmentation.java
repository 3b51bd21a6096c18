package dev.plimsoll.extender.scoring;

import java.util.Map;

/**
 * Measures how many free devices of a node are of no use to those who ask for devices: each kind of
 * ask that doesn't fit the node, because devices, CPUs or memory are missing, strands all free
 * devices in proportion to its weight.
 */
final class Fragmentation {

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

  private Fragmentation(int kinds) {
    devices = new long[kinds];
    milliCpu = new long[kinds];
    memory = new long[kinds];
    share = new long[kinds];
  }

  /** By kinds of requests and their weights. */
  static Fragmentation of(Map<PodRequest, Double> weights) {
    double total = weights.values().stream().mapToDouble(Double::doubleValue).sum();
    Fragmentation fragmentation = new Fragmentation(weights.size());
    int i = 0;
    for (Map.Entry<PodRequest, Double> kind : weights.entrySet()) {
      fragmentation.devices[i] = kind.getKey().devices();
      fragmentation.milliCpu[i] = kind.getKey().milliCpu();
      fragmentation.memory[i] = kind.getKey().memory();
      fragmentation.share[i] = Math.round(kind.getValue() / total * DEVICE);
      i++;
    }
    return fragmentation;
  }

  /** What fewer devices are stranded once the pod is there; negative if more are. */
  long gain(NodeHeadroom nodeHeadroom, PodRequest podRequest) {
    return of(nodeHeadroom) - of(nodeHeadroom.after(podRequest));
  }

  /** How many devices are stranded on a node. */
  long of(NodeHeadroom nodeHeadroom) {
    long free = bounded(nodeHeadroom.freeDevices());
    if (free == 0) {
      return 0;
    }
    long unfit = 0;
    for (int i = 0; i < share.length; i++) {
      if (devices[i] > free
          || milliCpu[i] > nodeHeadroom.freeMilliCpu()
          || memory[i] > nodeHeadroom.freeMemory()) {
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
