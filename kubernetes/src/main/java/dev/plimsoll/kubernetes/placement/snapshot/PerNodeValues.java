package dev.plimsoll.kubernetes.placement.snapshot;

import java.util.function.Function;

/**
 * The results of one rule for each node. A result depends on the node and its pods only, so only
 * changed nodes are computed again. Safe for use by several threads.
 */
final class PerNodeValues {
  private final NodeInfo[] seen;
  private final Object[] values;

  PerNodeValues(int nodes) {
    this.seen = new NodeInfo[nodes];
    this.values = new Object[nodes];
  }

  /** Returns the results for all nodes, each at its node's index. */
  @SuppressWarnings("unchecked")
  synchronized <T> T[] of(NodeInfo[] nodes, Function<NodeInfo, T> rule, T[] all) {
    for (int i = 0; i < nodes.length; i++) {
      if (seen[i] != nodes[i]) {
        values[i] = rule.apply(nodes[i]);
        seen[i] = nodes[i];
      }
      all[i] = (T) values[i];
    }
    return all;
  }
}
