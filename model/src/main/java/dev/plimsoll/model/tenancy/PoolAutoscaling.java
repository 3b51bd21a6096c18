package dev.plimsoll.model.tenancy;

import dev.plimsoll.kubernetes.object.Taint;
import dev.plimsoll.kubernetes.quantity.Resources;
import java.util.List;
import java.util.Map;

/**
 * Says how far an autoscaler may grow a pool, and what a new node of the pool has.
 *
 * @param maxNodes the most nodes that the autoscaler keeps in the pool
 * @param allocatable what a new node has for pods of tenants
 * @param labels further labels of a new node, which also has the pool's {@code matchLabels}
 * @param taints the taints that a new node keeps; start-up taints don't belong here
 */
public record PoolAutoscaling(
    int maxNodes, Resources allocatable, Map<String, String> labels, List<Taint> taints) {

  /** The most nodes that a pool may grow to. */
  public static final int MAX_NODES = 5000;

  public PoolAutoscaling {
    labels = Map.copyOf(labels);
    taints = List.copyOf(taints);
  }
}
