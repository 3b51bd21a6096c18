package dev.plimsoll.kube.watch;

import dev.plimsoll.model.cluster.Cluster;
import java.util.List;

/** Told of changes, by one thread at a time and in their order. */
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
