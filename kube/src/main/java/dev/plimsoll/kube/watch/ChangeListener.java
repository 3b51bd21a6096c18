package dev.plimsoll.kube.watch;

import dev.plimsoll.kubernetes.cluster.Cluster;
import java.util.List;

/** Receives changes in order, from one thread at a time. */
public interface ChangeListener {

  /**
   * Something changed.
   *
   * @param objectChanges one, or after a relist all that were missed; none if only indexes were
   *     wrong
   * @param now the snapshot after them
   */
  void changed(List<ObjectChange> objectChanges, Cluster now);
}
