package dev.plimsoll.kubernetes.placement.framework;

import dev.plimsoll.kubernetes.placement.snapshot.NodeInfo;
import dev.plimsoll.kubernetes.placement.snapshot.Snapshot;
import java.util.List;

/**
 * A score, or what it is made of, that depends on a node and the pods on it alone. Equal ones give
 * equal scores, so implementations compare by value; what was found out for one pod then holds for
 * all of its kind, for as long as the node stays as it was.
 */
@FunctionalInterface
public interface NodeLocalScore {

  /** Returns the score. */
  long of(NodeInfo node);

  /** Returns the scores of some of a snapshot's nodes, in their order. */
  default long[] of(Snapshot snapshot, List<NodeInfo> nodes) {
    return snapshot.scores(this, this::of, nodes);
  }
}
