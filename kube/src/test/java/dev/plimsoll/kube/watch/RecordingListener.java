package dev.plimsoll.kube.watch;

import dev.plimsoll.kubernetes.cluster.Cluster;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;

/** Waits for changes of a live snapshot, and remembers them. */
final class RecordingListener implements ChangeListener {
  private static final long PATIENCE = TimeUnit.SECONDS.toNanos(30);

  private final ClusterStore state;
  private final List<List<ObjectChange>> told = new ArrayList<>();

  RecordingListener(ClusterStore state) {
    this.state = state;
    state.addListener(this);
  }

  @Override
  public synchronized void changed(List<ObjectChange> objectChanges, Cluster now) {
    told.add(objectChanges);
    notifyAll();
  }

  /** Returns the changes so far, in the groups in which they were told. */
  synchronized List<List<ObjectChange>> told() {
    return List.copyOf(told);
  }

  /** Waits for a cluster; the last change may not have been told then. */
  void await(Predicate<Cluster> expected) throws InterruptedException {
    await(() -> expected.test(state.cluster()));
  }

  /** Waits until groups of changes have been told. */
  void awaitTold(int groups) throws InterruptedException {
    await(() -> told.size() >= groups);
  }

  private synchronized void await(BooleanSupplier expected) throws InterruptedException {
    long until = System.nanoTime() + PATIENCE;
    while (!expected.getAsBoolean()) {
      long left = TimeUnit.NANOSECONDS.toMillis(until - System.nanoTime());
      if (left <= 0) {
        throw new AssertionError("the snapshot never became what was expected");
      }
      wait(left);
    }
  }
}
