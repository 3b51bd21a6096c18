package dev.plimsoll.extender.scheduler;

import dev.plimsoll.extender.accounting.ClusterUsage;
import dev.plimsoll.kubernetes.cluster.SortedTree;
import java.util.function.UnaryOperator;

/**
 * The changes of usage since a resync began, in their order, so that what the resync has counted
 * can catch up.
 *
 * @param isOpen whether a resync is under way
 * @param changes the changes by their numbers
 */
record UsageLog(boolean isOpen, SortedTree<Integer, UnaryOperator<ClusterUsage>> changes) {
  static final UsageLog CLOSED = new UsageLog(false, SortedTree.empty());
  static final UsageLog OPEN = new UsageLog(true, SortedTree.empty());

  UsageLog with(UnaryOperator<ClusterUsage> change) {
    return isOpen ? new UsageLog(true, changes.with(changes.size(), change)) : this;
  }

  int size() {
    return changes.size();
  }

  /** Returns usage with all changes but the first ones, which it has. */
  ClusterUsage caughtUp(ClusterUsage usage, int first) {
    ClusterUsage caughtUp = usage;
    for (int i = first; i < size(); i++) {
      caughtUp = changes.get(i).orElseThrow().apply(caughtUp);
    }
    return caughtUp;
  }
}
