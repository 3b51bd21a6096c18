package dev.plimsoll.kubernetes.placement.plugins;

import static dev.plimsoll.kubernetes.placement.framework.ScorePlugin.MAX_NODE_SCORE;

/**
 * Whether NodeResourcesFit spreads pods or packs them. The third strategy of Kubernetes,
 * RequestedToCapacityRatio, isn't modelled.
 *
 * <p>Source: {@code pkg/scheduler/framework/plugins/noderesources/least_allocated.go} and {@code
 * pkg/scheduler/framework/plugins/noderesources/most_allocated.go}.
 */
public enum ScoringStrategy {
  /** Nodes with more left are better; the default. */
  LEAST_ALLOCATED {
    @Override
    long score(long requested, long capacity) {
      return requested > capacity ? 0 : (capacity - requested) * MAX_NODE_SCORE / capacity;
    }
  },
  /** Nodes with less left are better. */
  MOST_ALLOCATED {
    @Override
    long score(long requested, long capacity) {
      return Math.min(requested, capacity) * MAX_NODE_SCORE / capacity;
    }
  };

  /**
   * The score of one resource on one node.
   *
   * @param requested what the pods request, the incoming one included
   * @param capacity what the node has to give, more than 0
   */
  abstract long score(long requested, long capacity);
}
