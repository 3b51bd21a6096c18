package dev.plimsoll.bench.packing;

import dev.plimsoll.extender.scoring.NodeHeadroom;
import dev.plimsoll.extender.scoring.PodRequest;

/**
 * kube-scheduler's own scores of a node for a pod with its default weights: cpu and memory count
 * alike, extended resources not at all. All arithmetic is the scheduler's
 * (pkg/scheduler/framework/plugins/noderesources/{least_allocated,most_allocated,balanced_allocation}.go).
 */
enum DefaultScores {
  /** NodeResourcesFit as it is by default: least allocated. */
  LEAST_ALLOCATED {
    @Override
    long fit(long requested, long capacity) {
      return (capacity - requested) * MAX_NODE_SCORE / capacity;
    }
  },
  /** NodeResourcesFit told to fill nodes up. */
  MOST_ALLOCATED {
    @Override
    long fit(long requested, long capacity) {
      return requested * MAX_NODE_SCORE / capacity;
    }
  };

  static final long MAX_NODE_SCORE = 100;

  /** NodeResourcesFit and NodeResourcesBalancedAllocation together, both of weight 1. */
  long score(NodeHeadroom empty, NodeHeadroom nodeHeadroom, PodRequest podRequest) {
    long cpu = empty.freeMilliCpu();
    long memory = empty.freeMemory();
    long cpuBefore = cpu - nodeHeadroom.freeMilliCpu();
    long memoryBefore = memory - nodeHeadroom.freeMemory();
    long cpuAfter = cpuBefore + podRequest.milliCpu();
    long memoryAfter = memoryBefore + podRequest.memory();
    long fit = (fit(cpuAfter, cpu) + fit(memoryAfter, memory)) / 2;
    long gained =
        balance(cpuAfter, cpu, memoryAfter, memory) - balance(cpuBefore, cpu, memoryBefore, memory);
    return fit + MAX_NODE_SCORE / 2 + (MAX_NODE_SCORE / 2 + gained) / 2;
  }

  /** The score of one resource; the request never exceeds the capacity. */
  abstract long fit(long requested, long capacity);

  private static long balance(long cpu, long cpuCapacity, long memory, long memoryCapacity) {
    double deviation =
        Math.abs(((double) cpu / cpuCapacity - (double) memory / memoryCapacity) / 2);
    return (long) ((1 - deviation) * MAX_NODE_SCORE);
  }
}
