package dev.plimsoll.model.tenancy;

import dev.plimsoll.kubernetes.object.LabelSelector;
import java.util.Optional;

/**
 * A group of nodes that tenants treat as alike.
 *
 * @param name the name, unique in the policy
 * @param nodeSelector which nodes, by their labels
 * @param autoscaling how far an autoscaler may grow the pool, if one does
 */
public record NodePool(
    String name, LabelSelector nodeSelector, Optional<PoolAutoscaling> autoscaling) {

  /** Makes a pool that no autoscaler grows. */
  public NodePool(String name, LabelSelector nodeSelector) {
    this(name, nodeSelector, Optional.empty());
  }
}
