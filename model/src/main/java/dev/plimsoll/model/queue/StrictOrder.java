package dev.plimsoll.model.queue;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.ClusterQueue;
import dev.plimsoll.kubernetes.object.LocalQueue;
import dev.plimsoll.kubernetes.object.Workload;
import dev.plimsoll.kubernetes.object.WorkloadDetails.Queued;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;

/**
 * The order of a ClusterQueue that is {@code StrictFIFO}: Kueue looks at a Workload once nothing
 * waits before it.
 *
 * <p>Source: {@code queueOrderingFunc} in {@code sigs.k8s.io/kueue/pkg/queue/cluster_queue.go}.
 * Kueue may count the age of an evicted Workload from its eviction, so such a Workload counts as
 * before no other here. Workloads of a namespace that the queue doesn't select hold up nobody.
 */
final class StrictOrder {
  /** The end of Kueue's message about a namespace that the queue doesn't select. */
  private static final String NOT_SELECTED = "doesn't match ClusterQueue selector";

  private static final Comparator<Workload> ORDER =
      Comparator.comparing((Workload w) -> -(long) QueuedWorkloads.details(w).priority())
          .thenComparing(StrictOrder::created)
          .thenComparing(Workload::namespace)
          .thenComparing(Workload::name);

  private StrictOrder() {}

  /** Returns the Workloads that surely wait before another one, the first of them first. */
  static List<Workload> before(Cluster cluster, ClusterQueue queue, Workload workload) {
    return QueuedWorkloads.list(cluster).stream()
        .filter(other -> isBefore(other, workload))
        .filter(other -> waits(cluster, queue, other))
        .sorted(ORDER)
        .toList();
  }

  private static boolean isBefore(Workload other, Workload workload) {
    int priority = QueuedWorkloads.details(other).priority();
    int own = QueuedWorkloads.details(workload).priority();
    return priority > own || (priority == own && created(other).isBefore(created(workload)));
  }

  private static boolean waits(Cluster cluster, ClusterQueue queue, Workload other) {
    Queued queued = QueuedWorkloads.details(other);
    return queued.active()
        && queued.clusterQueue().isEmpty()
        && QueuedWorkloads.condition(other, "Finished").isEmpty()
        && QueuedWorkloads.condition(other, "Evicted").isEmpty()
        && QueuedWorkloads.condition(other, "QuotaReserved")
            .filter(c -> c.message().contains(NOT_SELECTED))
            .isEmpty()
        && cluster
            .find(LocalQueue.class, other.namespace(), queued.queue())
            .filter(local -> !local.isStopped() && local.clusterQueue().equals(queue.name()))
            .isPresent();
  }

  private static Instant created(Workload workload) {
    return workload.metadata().creationTimestamp().orElse(Instant.MAX);
  }
}
