package dev.plimsoll.kubernetes.placement.plugins;

import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.placement.snapshot.NodeInfo;
import dev.plimsoll.kubernetes.placement.snapshot.NonZeroRequests;
import dev.plimsoll.kubernetes.placement.snapshot.ResourceIndex;
import dev.plimsoll.kubernetes.placement.snapshot.Snapshot;
import dev.plimsoll.kubernetes.pod.PodResources;
import dev.plimsoll.kubernetes.pod.PodResourcesOptions;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.quantity.Resources;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/**
 * One pod's requests for some resources, and the allocatable and requested amounts of nodes.
 * Devices that only dynamic allocation provides aren't counted.
 *
 * <p>Source: {@code pkg/scheduler/framework/plugins/noderesources/resource_allocation.go}.
 */
final class ResourceAllocation {
  private final ResourceName[] names;
  private final int[] indexes;
  private final long[] requests;
  private final boolean nonZero;

  private ResourceAllocation(List<ResourceName> names, Snapshot snapshot, boolean nonZero) {
    this.names = names.toArray(ResourceName[]::new);
    this.indexes = names.stream().mapToInt(snapshot.resources()::of).toArray();
    this.requests = new long[indexes.length];
    this.nonZero = nonZero;
  }

  /** Takes requests as they are. */
  static ResourceAllocation actual(List<ResourceName> names, Pod pod, Snapshot snapshot) {
    ResourceAllocation allocation = new ResourceAllocation(names, snapshot, false);
    Resources requests = PodResources.requests(pod, options(snapshot));
    for (int i = 0; i < allocation.requests.length; i++) {
      allocation.requests[i] = ResourceIndex.amount(names.get(i), requests.getOrZero(names.get(i)));
    }
    return allocation;
  }

  /** Takes containers that request no cpu or memory to request a little. */
  static ResourceAllocation nonZero(List<ResourceName> names, Pod pod, Snapshot snapshot) {
    ResourceAllocation actual = actual(names, pod, snapshot);
    ResourceAllocation allocation = new ResourceAllocation(names, snapshot, true);
    NonZeroRequests requests = NonZeroRequests.incoming(pod, options(snapshot));
    for (int i = 0; i < allocation.requests.length; i++) {
      allocation.requests[i] =
          switch (allocation.indexes[i]) {
            case ResourceIndex.CPU -> requests.cpu();
            case ResourceIndex.MEMORY -> requests.memory();
            default -> actual.requests[i];
          };
    }
    return allocation;
  }

  private static PodResourcesOptions options(Snapshot snapshot) {
    return PodResourcesOptions.SCHEDULER_PLACED.under(snapshot.cluster().controlPlane());
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof ResourceAllocation allocation
        && Arrays.equals(names, allocation.names)
        && Arrays.equals(indexes, allocation.indexes)
        && Arrays.equals(requests, allocation.requests)
        && nonZero == allocation.nonZero;
  }

  @Override
  public int hashCode() {
    return Objects.hash(Arrays.hashCode(names), Arrays.hashCode(requests), nonZero);
  }

  int size() {
    return indexes.length;
  }

  /** Whether the pod requests none of the resources. */
  boolean isBestEffort() {
    for (long request : requests) {
      if (request != 0) {
        return false;
      }
    }
    return true;
  }

  /** Whether the resource counts: the node has it, and a scalar is requested. */
  boolean counts(int i, NodeInfo node) {
    return capacity(i, node) != 0 && (requests[i] != 0 || !names[i].isScalar());
  }

  long capacity(int i, NodeInfo node) {
    return indexes[i] < 0 ? 0 : node.allocatable().get(indexes[i]);
  }

  /** Returns the requested amount on the node without the pod. */
  long allocated(int i, NodeInfo node) {
    if (nonZero && indexes[i] == ResourceIndex.CPU) {
      return node.nonZeroRequested().cpu();
    }
    if (nonZero && indexes[i] == ResourceIndex.MEMORY) {
      return node.nonZeroRequested().memory();
    }
    return node.requested().get(indexes[i]);
  }

  /** Returns the requested amount on the node with the pod. */
  long requested(int i, NodeInfo node) {
    return allocated(i, node) + requests[i];
  }
}
