package dev.plimsoll.model.whatif;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.workload.Workloads;
import java.util.Optional;

/** The pods of a cluster under their owners, from the last gathering before a change if any. */
final class LazyWorkloads {
  private final Cluster cluster;
  private Optional<Workloads> gathered;
  private boolean isOwn;

  private LazyWorkloads(Cluster cluster, Optional<Workloads> before) {
    this.cluster = cluster;
    this.gathered = before;
  }

  static LazyWorkloads of(Cluster cluster) {
    return new LazyWorkloads(cluster, Optional.empty());
  }

  synchronized Workloads get() {
    Workloads own =
        isOwn
            ? gathered.orElseThrow()
            : gathered.map(b -> b.in(cluster)).orElseGet(() -> Workloads.of(cluster));
    gathered = Optional.of(own);
    isOwn = true;
    return own;
  }

  /** Returns the pods of another version of the cluster. */
  synchronized LazyWorkloads in(Cluster changed) {
    return new LazyWorkloads(changed, gathered);
  }
}
