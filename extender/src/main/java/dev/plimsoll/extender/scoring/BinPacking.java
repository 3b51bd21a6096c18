package dev.plimsoll.extender.scoring;

import java.util.List;

/**
 * A way to choose among the nodes that fit a pod. The choice depends on the nodes alone, never on
 * the order in which they are given.
 */
public interface BinPacking {

  /** The best score a node can have. */
  int MAX_SCORE = 10;

  /**
   * The weight that the scheduler's configuration gives to these scores. One score then counts 160
   * points (the scheduler scales a score of 10 to 100): more than the 150 by which its own packing
   * scores can differ (LeastAllocated 0 to 100, BalancedAllocation 50 to 100), less than the 200 of
   * a preference that a pod states at full weight (node affinity, pod affinity, topology spread).
   */
  int WEIGHT = 16;

  /**
   * Scores nodes for a pod.
   *
   * @param nodeHeadrooms the nodes that fit the pod
   * @param wantsDevices whether the pod asks for an extended resource
   * @return a score for each node, in their order: 0 to {@link #MAX_SCORE}, the best node has the
   *     latter
   */
  int[] scores(List<NodeHeadroom> nodeHeadrooms, boolean wantsDevices);
}
