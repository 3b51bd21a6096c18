package dev.plimsoll.kubernetes.capacity;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.Node;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.pod.PodResources;
import dev.plimsoll.kubernetes.pod.PodResourcesOptions;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.quantity.Resources;

/**
 * A node's allocatable resources and the requests of its pods, as kube-scheduler counts both.
 *
 * <p>Source: {@code NodeInfo.update} in {@code pkg/scheduler/framework/types.go}.
 *
 * @param allocatable what the node has for pods
 * @param requested what the pods on it request, with one of {@code pods} for each of them
 */
public record NodeCapacity(Resources allocatable, Resources requested) {
  /** A node that has nothing and runs nothing. */
  public static final NodeCapacity NONE = new NodeCapacity(Resources.EMPTY, Resources.EMPTY);

  private static final Resources ONE_POD = Resources.of(ResourceName.PODS, Quantity.of(1));

  /** Counts the pods on the node. */
  public static NodeCapacity of(Cluster cluster, Node node) {
    Resources requested = Resources.EMPTY;
    for (Pod pod : cluster.podsOn(node.name())) {
      requested = requested.add(requests(pod));
    }
    return new NodeCapacity(node.allocatable(), requested);
  }

  /** Returns the resources that a pod takes of its node. */
  public static Resources requests(Pod pod) {
    return PodResources.requests(pod, PodResourcesOptions.SCHEDULER_PLACED).add(ONE_POD);
  }

  /** Returns the node with a pod more that requests this. */
  public NodeCapacity plus(Resources requests) {
    return new NodeCapacity(allocatable, requested.add(requests));
  }

  /** Returns the node without a pod that requests this. */
  public NodeCapacity minus(Resources requests) {
    return new NodeCapacity(allocatable, requested.subtract(requests));
  }

  /** Returns the free resources; negative where requests exceed the allocatable amount. */
  public Resources free() {
    return allocatable.subtract(requested);
  }

  /**
   * Returns the free resources, zero where requests exceed the allocatable amount. Sums over nodes
   * use this amount, since an overcommitted node takes nothing from another.
   */
  public Resources headroom() {
    return allocatable.subtractWithNonNegativeResult(requested);
  }
}
