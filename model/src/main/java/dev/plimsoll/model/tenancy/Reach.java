package dev.plimsoll.model.tenancy;

import dev.plimsoll.model.object.Node;
import dev.plimsoll.model.object.NodeSelector;
import dev.plimsoll.model.object.Pod;
import dev.plimsoll.model.object.Toleration;
import dev.plimsoll.model.placement.RequiredNodeAffinity;
import dev.plimsoll.model.placement.Tolerations;
import dev.plimsoll.model.quantity.ResourceName;
import dev.plimsoll.model.quantity.Resources;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Which pools pods reach: those with a schedulable node that their selectors want, whose taints
 * they tolerate, and which is large enough for them when empty. Not safe for use by several
 * threads.
 */
final class Reach {
  private final List<PoolCapacity> pools;
  private final Set<ResourceName> divided;
  private final Map<Shape, Set<String>> known = new HashMap<>();

  /** What decides where a pod can be. */
  private record Shape(
      Map<String, String> labels,
      Optional<NodeSelector> terms,
      List<Toleration> tolerations,
      Resources requests) {}

  Reach(Capacity capacity) {
    this.pools = capacity.pools();
    this.divided =
        capacity.policy().resources().stream()
            .map(DividedResource::name)
            .collect(Collectors.toUnmodifiableSet());
  }

  /** Returns the names of the pools that a pod with these requests reaches. */
  Set<String> of(Pod pod, Resources requests) {
    RequiredNodeAffinity affinity = RequiredNodeAffinity.of(pod);
    Shape shape =
        new Shape(
            affinity.labels(),
            affinity.terms(),
            pod.spec().tolerations(),
            requests.mask(divided).removeZeros());
    return known.computeIfAbsent(shape, s -> reached(affinity, s));
  }

  private Set<String> reached(RequiredNodeAffinity affinity, Shape shape) {
    return pools.stream()
        .filter(p -> p.nodes().stream().anyMatch(n -> takes(n, affinity, shape)))
        .map(PoolCapacity::name)
        .collect(Collectors.toUnmodifiableSet());
  }

  private static boolean takes(Node node, RequiredNodeAffinity affinity, Shape shape) {
    return affinity.matches(node)
        && Tolerations.tolerateScheduling(shape.tolerations, node.taints())
        && shape.requests.exceeding(node.allocatable()).isEmpty()
        && node.allocatable().names().containsAll(shape.requests.names());
  }
}
