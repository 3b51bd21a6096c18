package dev.plimsoll.model.tenancy;

import dev.plimsoll.kubernetes.capacity.NodeAvailability;
import dev.plimsoll.kubernetes.object.Node;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.Toleration;
import dev.plimsoll.kubernetes.placement.snapshot.RequiredNodeAffinity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.quantity.Resources;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Finds the pools that pods reach. A pod reaches a pool if a schedulable node there, or a node that
 * an autoscaler may add, matches its selectors, has only tolerated taints, and is large enough when
 * empty. Not safe for use by several threads.
 */
final class ReachablePools {
  private final List<PoolCapacity> pools;
  private final Set<ResourceName> divided;
  private final Map<PodConstraints, Set<EmptyNode>> emptyNodes = new HashMap<>();
  private final Map<Question, Set<String>> known = new HashMap<>();

  /** A pod's requirements on a node, other than resources. */
  private record PodConstraints(RequiredNodeAffinity affinity, List<Toleration> tolerations) {
    boolean suits(Node node) {
      return affinity.matches(node) && NodeAvailability.of(node, tolerations).isAvailable();
    }
  }

  private record Question(PodConstraints constraints, Resources needed) {}

  /** The resources of an empty node of a pool. */
  private record EmptyNode(String pool, Resources resources) {}

  ReachablePools(TenantCapacity tenantCapacity) {
    this.pools = tenantCapacity.pools();
    this.divided =
        tenantCapacity.policy().resources().stream()
            .map(DividedResource::name)
            .collect(Collectors.toUnmodifiableSet());
  }

  /** Returns the names of the pools that a pod with these requests reaches. */
  Set<String> of(Pod pod, Resources requests) {
    PodConstraints podConstraints =
        new PodConstraints(RequiredNodeAffinity.of(pod), pod.spec().tolerations());
    return known.computeIfAbsent(
        new Question(podConstraints, requests.mask(divided).removeZeros()), this::pools);
  }

  private Set<String> pools(Question question) {
    return emptyNodes.computeIfAbsent(question.constraints(), this::emptyNodes).stream()
        .filter(r -> has(r.resources(), question.needed()))
        .map(EmptyNode::pool)
        .collect(Collectors.toUnmodifiableSet());
  }

  private Set<EmptyNode> emptyNodes(PodConstraints podConstraints) {
    Set<EmptyNode> distinct = new LinkedHashSet<>();
    for (PoolCapacity pool : pools) {
      Stream.concat(pool.nodes().stream(), pool.toCome().example().stream())
          .filter(podConstraints::suits)
          .forEach(n -> distinct.add(new EmptyNode(pool.name(), n.allocatable().mask(divided))));
    }
    return distinct;
  }

  private static boolean has(Resources allocatable, Resources needed) {
    for (ResourceName name : needed.names()) {
      if (allocatable.getOrZero(name).compareTo(needed.getOrZero(name)) < 0) {
        return false;
      }
    }
    return true;
  }
}
