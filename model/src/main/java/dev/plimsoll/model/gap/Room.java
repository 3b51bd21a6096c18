package dev.plimsoll.model.gap;

import dev.plimsoll.model.object.Node;
import dev.plimsoll.model.quantity.Quantity;
import dev.plimsoll.model.quantity.ResourceName;
import dev.plimsoll.model.quantity.Resources;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * What some nodes have free of what a pod requests.
 *
 * @param nodes how many nodes
 * @param requests what the pod requests, without zeros
 * @param has what the nodes have of it in all, free or not
 * @param free what is free in sum
 * @param largest the most that is free on one node, for each resource by itself
 * @param lacking on how many nodes each resource is too little, in the order of the request's names
 * @param having how many nodes have any of each resource, in the same order
 */
record Room(
    int nodes,
    Resources requests,
    Resources has,
    Resources free,
    Resources largest,
    List<Integer> lacking,
    List<Integer> having) {

  Room {
    lacking = List.copyOf(lacking);
    having = List.copyOf(having);
  }

  static Room of(Scene scene, List<Node> nodes, Resources podRequests) {
    Resources requests = podRequests.removeZeros();
    Resources has = Resources.EMPTY;
    Resources sum = Resources.EMPTY;
    Resources largest = Resources.EMPTY;
    List<ResourceName> names = requests.names();
    int[] lacking = new int[names.size()];
    int[] having = new int[names.size()];
    for (Node node : nodes) {
      Resources free = scene.free(node).mask(names::contains);
      has = has.add(node.allocatable().mask(names::contains));
      sum = sum.add(free);
      largest = largest.max(free);
      for (int i = 0; i < lacking.length; i++) {
        ResourceName name = names.get(i);
        if (free.getOrZero(name).compareTo(requests.getOrZero(name)) < 0) {
          lacking[i]++;
        }
        if (node.allocatable().getOrZero(name).signum() > 0) {
          having[i]++;
        }
      }
    }
    return new Room(
        nodes.size(),
        requests,
        has,
        sum,
        largest,
        Arrays.stream(lacking).boxed().toList(),
        Arrays.stream(having).boxed().toList());
  }

  /** Returns a requested resource that none of the nodes has at all. */
  Optional<ResourceName> nowhere() {
    return requests.names().stream()
        .filter(n -> has.getOrZero(n).signum() <= 0)
        .max(Comparator.comparing(ResourceName::isExtended));
  }

  /** Returns a requested resource of which less is free in sum than is requested. */
  Optional<ResourceName> shortInSum() {
    return requests.names().stream()
        .filter(n -> free.getOrZero(n).compareTo(requests.getOrZero(n)) < 0)
        .max(Comparator.comparing(ResourceName::isExtended));
  }

  /** Returns the requested resource that is too little on most nodes, extended ones first. */
  Optional<ResourceName> scarcest() {
    return requests.names().stream()
        .filter(n -> lackingOf(n) > 0)
        .max(
            Comparator.<ResourceName>comparingInt(this::lackingOf)
                .thenComparing(ResourceName::isExtended));
  }

  /** Returns how many of the nodes have any of the resource. */
  int nodesWith(ResourceName name) {
    int index = requests.names().indexOf(name);
    return index < 0 ? nodes : having.get(index);
  }

  private int lackingOf(ResourceName name) {
    return lacking.get(requests.names().indexOf(name));
  }

  Quantity free(ResourceName name) {
    return free.getOrZero(name);
  }

  Quantity largest(ResourceName name) {
    return largest.getOrZero(name);
  }
}
