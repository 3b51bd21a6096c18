package dev.plimsoll.kubernetes.object;

/**
 * Sets the number of a workload's pods by metrics, between two bounds.
 *
 * @param metadata name, labels and the like
 * @param targetType the kind of the workload
 * @param targetName the name of the workload
 * @param minReplicas the least number of pods
 * @param maxReplicas the largest number of pods
 */
public record HorizontalPodAutoscaler(
    ObjectMeta metadata,
    GroupVersionKind targetType,
    String targetName,
    int minReplicas,
    int maxReplicas)
    implements ApiObject {

  public static final GroupVersionKind TYPE =
      GroupVersionKind.of("autoscaling/v2", "HorizontalPodAutoscaler");

  public static final GroupResource RESOURCE =
      new GroupResource("autoscaling", "horizontalpodautoscalers");

  @Override
  public GroupVersionKind type() {
    return TYPE;
  }

  @Override
  public GroupResource resource() {
    return RESOURCE;
  }

  /** Returns whether the workload is the target; the version of its kind doesn't matter. */
  public boolean scales(Workload workload) {
    return workload.namespace().equals(namespace())
        && workload.name().equals(targetName)
        && workload.type().kind().equals(targetType.kind())
        && workload.type().group().equals(targetType.group());
  }

  /** Returns the autoscaler with that largest number of pods, and a least number within it. */
  public HorizontalPodAutoscaler withMost(int replicas) {
    return new HorizontalPodAutoscaler(
        metadata, targetType, targetName, Math.min(minReplicas, replicas), replicas);
  }
}
