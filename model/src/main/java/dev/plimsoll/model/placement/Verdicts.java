package dev.plimsoll.model.placement;

import java.util.List;
import java.util.function.Function;

/**
 * What a chain of local filters made of each node when it was last asked. Pods of one kind share
 * it, and only nodes that changed are looked at again. Safe for use by several threads.
 */
final class Verdicts {
  private final NodeInfo[] seen;
  private final Status[] verdicts;

  Verdicts(int nodes) {
    this.seen = new NodeInfo[nodes];
    this.verdicts = new Status[nodes];
  }

  /** Returns the verdicts on all nodes, each at its node's place. */
  synchronized Status[] of(List<NodeInfo> nodes, Function<NodeInfo, Status> filter) {
    for (int i = 0; i < seen.length; i++) {
      NodeInfo node = nodes.get(i);
      if (seen[i] != node) {
        verdicts[i] = filter.apply(node);
        seen[i] = node;
      }
    }
    return verdicts.clone();
  }
}
