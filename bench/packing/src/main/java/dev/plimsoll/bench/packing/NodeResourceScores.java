package dev.plimsoll.bench.packing;

/**
 * kube-scheduler's own scores of a node for a pod: NodeResourcesFit and
 * NodeResourcesBalancedAllocation, each of weight 1. All arithmetic is the scheduler's
 * (pkg/scheduler/framework/plugins/noderesources/{least_allocated,most_allocated,balanced_allocation}.go).
 * Its other scores are equal on all nodes for pods that state no preference.
 */
enum NodeResourceScores {
  /** The default: CPU and memory count alike, devices not at all. */
  LEAST_ALLOCATED(0) {
    @Override
    long fit(long requested, long capacity) {
      return (capacity - requested) * MAX_NODE_SCORE / capacity;
    }
  },
  /** The strategy that fills nodes up, by CPU and memory. */
  MOST_ALLOCATED(0) {
    @Override
    long fit(long requested, long capacity) {
      return requested * MAX_NODE_SCORE / capacity;
    }
  },
  /** The same where devices count, too: five times what CPU and memory count. */
  MOST_ALLOCATED_DEVICES(5) {
    @Override
    long fit(long requested, long capacity) {
      return requested * MAX_NODE_SCORE / capacity;
    }
  };

  static final long MAX_NODE_SCORE = 100;

  private final long deviceWeight;

  NodeResourceScores(long deviceWeight) {
    this.deviceWeight = deviceWeight;
  }

  /** The score of a node that fits the task. */
  long score(SimulatedNode node, Task task) {
    NodeShape shape = node.shape();
    PodRequest request = task.request();
    long cpuBefore = shape.milliCpu() - node.freeMilliCpu();
    long memoryBefore = shape.memory() - node.freeMemory();
    long cpuAfter = cpuBefore + request.milliCpu();
    long memoryAfter = memoryBefore + request.memory();
    long fit = fit(cpuAfter, shape.milliCpu()) + fit(memoryAfter, shape.memory());
    long weights = 2;
    if (deviceWeight > 0 && request.devices() > 0) {
      long devices = shape.devices().get(task.device());
      fit += deviceWeight * fit(devices - node.free(task.device()) + request.devices(), devices);
      weights += deviceWeight;
    }
    long gained = balance(shape, cpuAfter, memoryAfter) - balance(shape, cpuBefore, memoryBefore);
    return fit / weights + MAX_NODE_SCORE / 2 + (MAX_NODE_SCORE / 2 + gained) / 2;
  }

  /** The score of one resource; the request never exceeds the capacity. */
  abstract long fit(long requested, long capacity);

  private static long balance(NodeShape shape, long cpu, long memory) {
    double deviation =
        Math.abs(((double) cpu / shape.milliCpu() - (double) memory / shape.memory()) / 2);
    return (long) ((1 - deviation) * MAX_NODE_SCORE);
  }
}
