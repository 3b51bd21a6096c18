package dev.plimsoll.kubernetes.capacity;

import dev.plimsoll.kubernetes.object.Node;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.quantity.Resources;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The free amounts, on some nodes, of the resources that a pod requests.
 *
 * @param nodes how many nodes
 * @param resources one for each resource that is requested, in the order of the names
 */
public record EligibleHeadroom(int nodes, List<ResourceHeadroom> resources) {

  /**
   * The nodes' headroom for one resource.
   *
   * @param name the resource
   * @param requested what the pod requests of it
   * @param has what the nodes have of it in all, free or not
   * @param capacity the most that one node has, free or not
   * @param free what is free in sum
   * @param largest the most that is free on one node
   * @param lacking on how many nodes it is too little
   * @param having how many nodes have any of it
   */
  public record ResourceHeadroom(
      ResourceName name,
      Quantity requested,
      Quantity has,
      Quantity capacity,
      Quantity free,
      Quantity largest,
      int lacking,
      int having) {}

  /** Adds up one resource node by node. Nothing is added to an amount that stands alone. */
  private static final class Sum {
    private final ResourceName name;
    private final Quantity requested;
    private @Nullable Quantity has;
    private @Nullable Quantity capacity;
    private @Nullable Quantity free;
    private @Nullable Quantity largest;
    private int lacking;
    private int having;

    Sum(ResourceName name, Quantity requested) {
      this.name = name;
      this.requested = requested;
    }

    void add(Resources allocatable, Resources headroom) {
      Quantity all = allocatable.get(name).orElse(null);
      if (all != null) {
        has = has == null ? all : has.add(all);
        capacity = capacity == null ? all : Quantity.max(capacity, all);
        having += all.signum() > 0 ? 1 : 0;
      }
      Quantity left = headroom.get(name).orElse(null);
      if (left != null) {
        free = free == null ? left : free.add(left);
        largest = largest == null ? left : Quantity.max(largest, left);
      }
      lacking += (left == null ? Quantity.ZERO : left).compareTo(requested) < 0 ? 1 : 0;
    }

    ResourceHeadroom headroom() {
      return new ResourceHeadroom(
          name,
          requested,
          orZero(has),
          orZero(capacity),
          orZero(free),
          orZero(largest),
          lacking,
          having);
    }

    private static Quantity orZero(@Nullable Quantity amount) {
      return amount == null ? Quantity.ZERO : amount;
    }
  }

  public EligibleHeadroom {
    resources = List.copyOf(resources);
  }

  /**
   * Returns the free amounts of the pod's requested resources on these nodes, given each node's
   * headroom.
   */
  public static EligibleHeadroom of(
      List<Node> nodes, Function<Node, Resources> headrooms, Resources podRequests) {
    Resources requests = podRequests.removeZeros();
    List<Sum> sums =
        requests.names().stream().map(name -> new Sum(name, requests.getOrZero(name))).toList();
    for (Node node : nodes) {
      Resources headroom = headrooms.apply(node);
      for (Sum sum : sums) {
        sum.add(node.allocatable(), headroom);
      }
    }
    return new EligibleHeadroom(nodes.size(), sums.stream().map(Sum::headroom).toList());
  }

  /** Returns a requested resource that none of the nodes has at all. */
  public Optional<ResourceName> nowhere() {
    return resources.stream()
        .filter(s -> s.has().signum() <= 0)
        .map(ResourceHeadroom::name)
        .max(Comparator.comparing(ResourceName::isExtended));
  }

  /** Returns a requested resource whose free sum is smaller than the request. */
  public Optional<ResourceName> shortInSum() {
    return resources.stream()
        .filter(s -> s.free().compareTo(s.requested()) < 0)
        .map(ResourceHeadroom::name)
        .max(Comparator.comparing(ResourceName::isExtended));
  }

  /** Returns the requested resource that is too little on most nodes, extended ones first. */
  public Optional<ResourceName> scarcest() {
    return resources.stream()
        .filter(s -> s.lacking() > 0)
        .max(
            Comparator.comparingInt(ResourceHeadroom::lacking)
                .thenComparing(s -> s.name().isExtended()))
        .map(ResourceHeadroom::name);
  }

  /** Returns how many of the nodes have any of the resource. */
  public int nodesWith(ResourceName name) {
    return resource(name).map(ResourceHeadroom::having).orElse(nodes);
  }

  /** Returns how much of the resource is free in sum. */
  public Quantity free(ResourceName name) {
    return resource(name).map(ResourceHeadroom::free).orElse(Quantity.ZERO);
  }

  /** Returns the most of the resource that is free on one node. */
  public Quantity largest(ResourceName name) {
    return resource(name).map(ResourceHeadroom::largest).orElse(Quantity.ZERO);
  }

  /** Returns the most of the resource that one node has, free or not. */
  public Quantity capacity(ResourceName name) {
    return resource(name).map(ResourceHeadroom::capacity).orElse(Quantity.ZERO);
  }

  private Optional<ResourceHeadroom> resource(ResourceName name) {
    return resources.stream().filter(s -> s.name().equals(name)).findFirst();
  }
}
