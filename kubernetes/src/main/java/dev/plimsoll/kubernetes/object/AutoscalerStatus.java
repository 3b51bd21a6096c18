package dev.plimsoll.kubernetes.object;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The status that Cluster Autoscaler writes to a ConfigMap in every loop. The data of other
 * ConfigMaps are never read.
 *
 * <p>Source: {@code k8s.io/autoscaler/cluster-autoscaler/clusterstate/api/types.go}.
 *
 * @param metadata name and namespace
 * @param time the start of the loop that wrote the status
 * @param autoscalerStatus {@code Initializing} or {@code Running}
 * @param health {@code Healthy} or {@code Unhealthy}; an unhealthy cluster gets no nodes
 * @param nodeGroups the node groups, as listed
 * @param problem why the status can't be read, if it can't
 */
public record AutoscalerStatus(
    ObjectMeta metadata,
    Optional<Instant> time,
    String autoscalerStatus,
    String health,
    List<NodeGroup> nodeGroups,
    Optional<String> problem)
    implements ApiObject {

  public static final GroupVersionKind TYPE = GroupVersionKind.of("v1", "ConfigMap");

  public static final String NAMESPACE = "kube-system";

  public static final String NAME = "cluster-autoscaler-status";

  /** One object of its resource, so that other ConfigMaps never count as read with it. */
  public static final GroupResource RESOURCE = new GroupResource("", "configmaps/" + NAME);

  private static final String UNHEALTHY = "Unhealthy";

  public AutoscalerStatus {
    nodeGroups = List.copyOf(nodeGroups);
  }

  /** Returns whether Cluster Autoscaler has started. */
  public boolean isRunning() {
    return autoscalerStatus.equals("Running");
  }

  /** Returns whether the cluster may get nodes; an unhealthy cluster gets none. */
  public boolean isHealthy() {
    return !health.equals(UNHEALTHY);
  }

  /**
   * A node group.
   *
   * @param name its name at the cloud provider
   * @param health {@code Healthy} or {@code Unhealthy}
   * @param target the size that the cloud provider was told
   * @param minSize the smallest size
   * @param maxSize the largest size
   * @param scaleUp {@code InProgress}, {@code NoActivity} or {@code Backoff}
   * @param error the error that caused the backoff, as code and message; empty without one
   */
  public record NodeGroup(
      String name,
      String health,
      long target,
      long minSize,
      long maxSize,
      String scaleUp,
      String error) {

    /** Returns whether the group may get nodes; an unhealthy group gets none. */
    public boolean isHealthy() {
      return !health.equals(UNHEALTHY);
    }

    /** Returns whether the group has its largest size. */
    public boolean isFull() {
      return target >= maxSize;
    }

    /** Returns whether the group gets no nodes for some time, because a scale-up failed. */
    public boolean backsOff() {
      return scaleUp.equals("Backoff");
    }
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
