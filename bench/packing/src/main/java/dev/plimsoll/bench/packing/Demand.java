package dev.plimsoll.bench.packing;

/**
 * What tasks ask for together, as the share of a cluster's scarcest resource: CPU, memory or a kind
 * of device.
 */
final class Demand {
  private final PackedCluster cluster;
  private final long[] capacity;
  private final long[] asked;

  Demand(PackedCluster cluster) {
    this.cluster = cluster;
    asked = new long[cluster.kinds() + 2];
    capacity = new long[asked.length];
    for (int kind = 0; kind < cluster.kinds(); kind++) {
      capacity[kind] = cluster.devices(kind);
    }
    capacity[cluster.kinds()] = cluster.milliCpu();
    capacity[cluster.kinds() + 1] = cluster.memory();
  }

  void add(Task task) {
    change(task, 1);
  }

  void remove(Task task) {
    change(task, -1);
  }

  private void change(Task task, int sign) {
    asked[task.device()] += sign * task.request().devices();
    asked[cluster.kinds()] += sign * task.request().milliCpu();
    asked[cluster.kinds() + 1] += sign * task.request().memory();
  }

  /** The share of the scarcest resource, from 0. */
  double share() {
    double share = 0;
    for (int i = 0; i < asked.length; i++) {
      share = Math.max(share, (double) asked[i] / Math.max(1, capacity[i]));
    }
    return share;
  }
}
