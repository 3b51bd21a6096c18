package dev.plimsoll.kubernetes.object;

import java.util.List;

/**
 * Kueue's LocalQueue: a namespace's way into a ClusterQueue.
 *
 * @param metadata name, labels and the like
 * @param clusterQueue the name of its ClusterQueue
 * @param stopPolicy {@code None}, {@code Hold} or {@code HoldAndDrain}
 * @param conditions its conditions
 */
public record LocalQueue(
    ObjectMeta metadata, String clusterQueue, String stopPolicy, List<Condition> conditions)
    implements ApiObject {

  public static final GroupVersionKind TYPE =
      GroupVersionKind.of("kueue.x-k8s.io/v1beta2", "LocalQueue");

  public static final GroupResource RESOURCE = new GroupResource("kueue.x-k8s.io", "localqueues");

  public LocalQueue {
    conditions = List.copyOf(conditions);
  }

  /** Returns whether its spec stops it. */
  public boolean isStopped() {
    return !stopPolicy.equals("None");
  }

  @Override
  public GroupVersionKind type() {
    return TYPE;
  }

  @Override
  public GroupResource resource() {
    return RESOURCE;
  }
}
