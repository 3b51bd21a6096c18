package dev.plimsoll.extender.scheduler;

import dev.plimsoll.extender.accounting.ClusterUsage;
import dev.plimsoll.extender.accounting.NodeHeadroomTable;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.model.tenancy.CapacityPolicy;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/**
 * Counts all usage again while decisions continue, and compares it with the usage of the same
 * state. What was counted then catches up with what has changed since, and is put in the place of
 * the usage in use.
 */
final class UsageResync {
  /** Decisions wait when at most this number of changes is left. */
  private static final int FEW = 16;

  private static final int ROUNDS = 10;

  private final Decisions decisions;
  private final Supplier<List<CapacityPolicy>> policies;
  private final AtomicLong drifts = new AtomicLong();
  private volatile LastResync last;

  /** The last count. */
  private record LastResync(Cluster cluster, List<CapacityPolicy> policies) {}

  /** Makes the resync for usage that was just counted. */
  UsageResync(
      Decisions decisions,
      Cluster cluster,
      Supplier<List<CapacityPolicy>> policies,
      List<CapacityPolicy> countedBy) {
    this.decisions = decisions;
    this.policies = policies;
    this.last = new LastResync(cluster, countedBy);
  }

  /** Returns the policies that shares were last counted by. */
  List<CapacityPolicy> policies() {
    return last.policies();
  }

  /** Returns whether shares may have changed since they were last counted. */
  boolean isOutdated() {
    LastResync counted = last;
    boolean hasShares = !counted.policies().isEmpty() || !policies.get().isEmpty();
    return hasShares && !decisions.cluster().equals(counted.cluster());
  }

  /** Returns how many usage entries have been found wrong and repaired. */
  long drifts() {
    return drifts.get();
  }

  /**
   * Counts everything again. If that fails, what was in use stays so.
   *
   * @return what had been counted otherwise; empty if nothing
   */
  synchronized List<String> run() {
    SchedulerState start = decisions.openLog();
    try {
      LastResync now = new LastResync(start.cluster(), policies.get());
      ClusterUsage counted = start.resynced(now.policies());
      List<String> differences = start.usage().differences(counted);
      int done = 0;
      for (int i = 0; i < ROUNDS && decisions.look().log().size() > done + FEW; i++) {
        UsageLog log = decisions.look().log();
        counted = log.caughtUp(counted, done);
        done = log.size();
      }
      decisions.replaceUsage(counted, done, NodeHeadroomTable.of(counted.nodes()));
      last = now;
      drifts.addAndGet(differences.size());
      return differences;
    } finally {
      decisions.closeLog();
    }
  }
}
