package dev.plimsoll.model.whatif;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.placement.snapshot.Snapshot;
import java.util.function.Supplier;

/**
 * A snapshot that is made when it is first asked for. However often claims or quotas change before
 * that, it is made in one step from the last in which nodes or pods did.
 */
final class LazySnapshot implements Supplier<Snapshot> {
  private final Supplier<Snapshot> nodesAndPods;
  private final Lazy<Snapshot> snapshot;

  private LazySnapshot(Supplier<Snapshot> nodesAndPods, Lazy<Snapshot> snapshot) {
    this.nodesAndPods = nodesAndPods;
    this.snapshot = snapshot;
  }

  static LazySnapshot of(Supplier<Snapshot> source) {
    Lazy<Snapshot> lazy = new Lazy<>(source);
    return new LazySnapshot(lazy, lazy);
  }

  /** Returns the snapshot of a cluster with the same nodes and pods. */
  LazySnapshot in(Cluster cluster) {
    return new LazySnapshot(nodesAndPods, new Lazy<>(() -> nodesAndPods.get().in(cluster)));
  }

  @Override
  public Snapshot get() {
    return snapshot.get();
  }
}
