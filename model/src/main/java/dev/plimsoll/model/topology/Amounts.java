package dev.plimsoll.model.topology;

import dev.plimsoll.kubernetes.capacity.NodeCapacity;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.quantity.Resources;
import java.util.Collection;
import java.util.Comparator;

/** Sums of requests of pods. */
final class Amounts {
  private Amounts() {}

  /** Returns how many devices the pod requests. */
  static Quantity devices(Pod pod) {
    Resources requests = NodeCapacity.requests(pod);
    return requests.names().stream()
        .filter(ResourceName::isExtended)
        .map(requests::getOrZero)
        .reduce(Quantity.ZERO, Quantity::add);
  }

  static Quantity cpu(Pod pod) {
    return NodeCapacity.requests(pod).getOrZero(ResourceName.CPU);
  }

  static Resources sum(Collection<Pod> pods) {
    return pods.stream()
        .map(NodeCapacity::requests)
        .reduce(Resources.EMPTY, Resources::add)
        .removeZeros();
  }

  /** Returns the resource whose amounts sentences name: a device if some is requested, else CPU. */
  static ResourceName main(Resources requests) {
    return requests.names().stream()
        .filter(ResourceName::isExtended)
        .max(Comparator.comparing(requests::getOrZero).thenComparing(n -> n))
        .orElse(requests.contains(ResourceName.CPU) ? ResourceName.CPU : ResourceName.PODS);
  }
}
