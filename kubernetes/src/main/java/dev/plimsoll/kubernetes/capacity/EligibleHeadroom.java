package dev.plimsoll.kubernetes.capacity;

import dev.plimsoll.kubernetes.object.Node;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.quantity.Resources;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.BinaryOperator;
import java.util.function.Function;

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
   * @param free what is free in sum
   * @param largest the most that is free on one node
   * @param lacking on how many nodes it is too little
   * @param having how many nodes have any of it
   */
  public record ResourceHeadroom(
      ResourceName name,
      Quantity requested,
      Quantity has,
      Quantity free,
      Quantity largest,
      int lacking,
      int having) {

    static ResourceHeadroom of(
        Function<Node, Resources> headrooms,
        List<Node> nodes,
        ResourceName name,
        Quantity requested) {
      Optional<Quantity> has = Optional.empty();
      Optional<Quantity> sum = Optional.empty();
      Optional<Quantity> largest = Optional.empty();
      int lacking = 0;
      int having = 0;
      for (Node node : nodes) {
        Optional<Quantity> all = node.allocatable().get(name);
        Optional<Quantity> free = headrooms.apply(node).get(name);
        has = merged(has, all, Quantity::add);
        sum = merged(sum, free, Quantity::add);
        largest = merged(largest, free, Quantity::max);
        lacking += free.orElse(Quantity.ZERO).compareTo(requested) < 0 ? 1 : 0;
        having += all.orElse(Quantity.ZERO).signum() > 0 ? 1 : 0;
      }
      return new ResourceHeadroom(
          name,
          requested,
          has.orElse(Quantity.ZERO),
          sum.orElse(Quantity.ZERO),
          largest.orElse(Quantity.ZERO),
          lacking,
          having);
    }

    /** Adds nothing to what stands alone, so that it stays as it is written. */
    private static Optional<Quantity> merged(
        Optional<Quantity> one, Optional<Quantity> other, BinaryOperator<Quantity> rule) {
      if (one.isEmpty() || other.isEmpty()) {
        return one.or(() -> other);
      }
      return Optional.of(rule.apply(one.get(), other.get()));
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
    List<ResourceHeadroom> resourceHeadrooms = new ArrayList<>();
    for (ResourceName name : requests.names()) {
      resourceHeadrooms.add(ResourceHeadroom.of(headrooms, nodes, name, requests.getOrZero(name)));
    }
    return new EligibleHeadroom(nodes.size(), resourceHeadrooms);
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

  private Optional<ResourceHeadroom> resource(ResourceName name) {
    return resources.stream().filter(s -> s.name().equals(name)).findFirst();
  }
}
