package dev.plimsoll.model.queue;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.kubernetes.object.ClusterQueue;
import dev.plimsoll.kubernetes.object.LocalQueue;
import java.util.Optional;

/** A manifest that names a LocalQueue of Kueue. Kueue decides first when the pods start. */
public final class QueuedManifest {
  private QueuedManifest() {}

  /** Returns whether an object names a LocalQueue that exists. */
  public static boolean isQueued(Cluster cluster, ApiObject object) {
    return queue(object)
        .flatMap(q -> cluster.find(LocalQueue.class, object.namespace(), q))
        .isPresent();
  }

  /** Returns the note that an answer about the pods leaves Kueue out; empty without a queue. */
  public static Optional<String> note(Cluster cluster, ApiObject object) {
    return queue(object).flatMap(queue -> note(cluster, object, queue));
  }

  private static Optional<String> note(Cluster cluster, ApiObject object, String queue) {
    String who = object.type().kind() + " " + object.name();
    if (isQueued(cluster, object)) {
      return Optional.of(
          "Kueue starts the pods of %s once LocalQueue %s admits them; this answer takes the pods as started, and compares no quota of Kueue"
              .formatted(who, queue));
    }
    if (!cluster.covers(LocalQueue.RESOURCE, object.namespace())) {
      return Optional.of(
          "%s names LocalQueue %s, which was not read: if Kueue runs, the pods wait until the queue admits them"
              .formatted(who, queue));
    }
    return cluster.list(ClusterQueue.class).isEmpty() && cluster.list(LocalQueue.class).isEmpty()
        ? Optional.empty()
        : Optional.of(
            "%s names LocalQueue %s, which does not exist in namespace %s: Kueue starts no pods before the queue exists"
                .formatted(who, queue, object.namespace()));
  }

  private static Optional<String> queue(ApiObject object) {
    return Optional.ofNullable(object.metadata().labels().get(QueueAnswer.LABEL));
  }
}
