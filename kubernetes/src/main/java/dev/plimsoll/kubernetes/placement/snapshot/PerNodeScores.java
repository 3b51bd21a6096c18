package dev.plimsoll.kubernetes.placement.snapshot;

import java.util.List;
import java.util.function.ToLongFunction;

/**
 * The scores of one rule for each node. A score depends on the node and its pods only, so only
 * changed nodes are scored again. Safe for use by several threads.
 */
final class PerNodeScores {
  private final NodeInfo[] seen;
  private final long[] scores;

  PerNodeScores(int nodes) {
    this.seen = new NodeInfo[nodes];
    this.scores = new long[nodes];
  }

  /**
   * Returns the scores of some nodes, in their order.
   *
   * @param nodes all nodes of a snapshot, each at its index
   */
  synchronized long[] of(NodeInfo[] nodes, ToLongFunction<NodeInfo> rule, List<NodeInfo> some) {
    long[] result = new long[some.size()];
    for (int k = 0; k < result.length; k++) {
      int i = some.get(k).index();
      if (seen[i] != nodes[i]) {
        scores[i] = rule.applyAsLong(nodes[i]);
        seen[i] = nodes[i];
      }
      result[k] = scores[i];
    }
    return result;
  }
}
