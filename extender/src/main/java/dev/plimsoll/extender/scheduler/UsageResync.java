package dev.plimsoll.extender.scheduler;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.plimsoll.extender.accounting.ClusterUsage;
import dev.plimsoll.kube.watch.ObjectChange;
import dev.plimsoll.model.cluster.Cluster;
import dev.plimsoll.model.object.Pod;
import dev.plimsoll.model.tenancy.CapacityPolicy;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/**
 * Counts all usage anew while decisions go on being made. Under their lock it only takes in the few
 * changes that came last, and puts the new usage in the place of the old; what differed is found
 * out afterwards, by a count of the cluster as it was at that point.
 */
final class UsageResync {
  /** So many changes may be left to be taken in under the decisions' lock. */
  private static final int FEW = 16;

  private static final int ROUNDS = 10;

  private final Object decisionLock;
  private final Supplier<List<CapacityPolicy>> policies;

  @GuardedBy("decisionLock")
  private final SchedulerCache cache;

  @GuardedBy("decisionLock")
  private final ResyncBacklog backlog = new ResyncBacklog();

  private final AtomicLong drifts = new AtomicLong();
  private volatile LastResync last;

  /** What was counted last. */
  private record LastResync(Cluster cluster, List<CapacityPolicy> policies) {}

  /** Usage that was in use until now, and all that should have been counted in it. */
  private record Replaced(
      ClusterUsage usage, Set<String> namespaces, Cluster cluster, List<Pod> inFlight) {

    List<String> drifts(List<CapacityPolicy> policies) {
      ClusterUsage counted = ClusterUsage.of(cluster, policies).withQuotasOf(namespaces, cluster);
      inFlight.forEach(pod -> counted.assumed(pod, true, cluster));
      return usage.differences(counted);
    }
  }

  /**
   * Makes one for usage that was just counted.
   *
   * @param decisionLock under which decisions are made, and changes taken in
   */
  UsageResync(
      Object decisionLock,
      SchedulerCache cache,
      Supplier<List<CapacityPolicy>> policies,
      List<CapacityPolicy> countedBy) {
    this.decisionLock = decisionLock;
    this.cache = cache;
    this.policies = policies;
    this.last = new LastResync(cache.cluster(), countedBy);
  }

  /** Takes a change in, under the decisions' lock. */
  void changed(ObjectChange objectChange, Cluster now) {
    synchronized (decisionLock) {
      backlog.add(objectChange, now);
    }
  }

  /** Returns the policies that shares were last counted by. */
  List<CapacityPolicy> policies() {
    return last.policies();
  }

  /** Returns whether shares may have changed since they were last counted. */
  @SuppressWarnings("GuardedBy") // The cluster is volatile in the cache.
  boolean isOutdated() {
    LastResync counted = last;
    boolean hasShares = !counted.policies().isEmpty() || !policies.get().isEmpty();
    return hasShares && !cache.cluster().equals(counted.cluster());
  }

  /** Returns how many usage entries have been found wrong and repaired. */
  long drifts() {
    return drifts.get();
  }

  /**
   * Counts everything anew. If that fails, what was in use stays so.
   *
   * @return what had been counted otherwise; empty if nothing
   */
  synchronized List<String> run() {
    Cluster start;
    Set<String> namespaces;
    synchronized (decisionLock) {
      start = cache.cluster();
      namespaces = cache.usage().countedNamespaces();
      backlog.open();
    }
    try {
      LastResync now = new LastResync(start, policies.get());
      ClusterUsage fresh = ClusterUsage.of(start, now.policies()).withQuotasOf(namespaces, start);
      Replaced replaced = replace(fresh);
      last = now;
      List<String> differences = replaced.drifts(now.policies());
      drifts.addAndGet(differences.size());
      return differences;
    } finally {
      synchronized (decisionLock) {
        backlog.close();
      }
    }
  }

  /** Puts the usage in the place of that in use, once it has taken in what has changed since. */
  private Replaced replace(ClusterUsage fresh) {
    for (int i = 0; i < ROUNDS; i++) {
      List<ResyncBacklog.Entry> entries;
      synchronized (decisionLock) {
        entries = backlog.size() > FEW ? backlog.take() : List.of();
      }
      entries.forEach(e -> e.applyTo(fresh));
    }
    synchronized (decisionLock) {
      backlog.take().forEach(e -> e.applyTo(fresh));
      ClusterUsage old = cache.usage();
      Replaced replaced =
          new Replaced(old, old.countedNamespaces(), cache.cluster(), cache.inFlight().all());
      cache.usage(fresh);
      return replaced;
    }
  }
}
