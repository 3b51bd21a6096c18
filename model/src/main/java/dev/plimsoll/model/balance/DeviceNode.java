package dev.plimsoll.model.balance;

import dev.plimsoll.kubernetes.capacity.DeviceUsers;
import dev.plimsoll.kubernetes.capacity.NodeAvailability;
import dev.plimsoll.kubernetes.capacity.NodeCapacity;
import dev.plimsoll.kubernetes.capacity.NodeGroups;
import dev.plimsoll.kubernetes.capacity.TypicalRequest;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.Node;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A node that has an extended resource, and the pods that have it there.
 *
 * @param product what the node is, as its labels tell
 * @param allocatable what it has of the resource
 * @param free what is left of it, zero where more is requested than there is
 * @param usable what is usable of that beside what pods typically request with it
 * @param withheld why none of its users can use it; empty where some can
 * @param holders the pods that request the resource, by namespace and name
 */
public record DeviceNode(
    String name,
    String product,
    NodeAvailability availability,
    Quantity allocatable,
    Quantity free,
    Quantity usable,
    Optional<String> withheld,
    List<Holder> holders) {

  /** A pod and how much of the resource it has. */
  public record Holder(String namespace, String pod, Quantity amount) {}

  public DeviceNode {
    holders = List.copyOf(holders);
  }

  /** Returns the extended resources that nodes have, what most of them have first. */
  public static List<ResourceName> resources(Cluster cluster) {
    SortedMap<ResourceName, Integer> nodes = new TreeMap<>();
    for (Node node : cluster.nodes()) {
      node.allocatable().names().stream()
          .filter(ResourceName::isExtended)
          .filter(r -> node.allocatable().getOrZero(r).signum() > 0)
          .forEach(r -> nodes.merge(r, 1, Integer::sum));
    }
    return nodes.entrySet().stream()
        .sorted(Map.Entry.<ResourceName, Integer>comparingByValue().reversed())
        .map(Map.Entry::getKey)
        .toList();
  }

  /** Returns the nodes that have the resource, by name. */
  public static List<DeviceNode> of(Cluster cluster, ResourceName resource) {
    Optional<TypicalRequest> typical =
        Optional.ofNullable(TypicalRequest.of(cluster).get(resource));
    DeviceUsers users = DeviceUsers.of(cluster);
    return cluster.nodes().stream()
        .filter(n -> n.allocatable().getOrZero(resource).signum() > 0)
        .map(n -> of(cluster, n, resource, users, typical))
        .sorted(Comparator.comparing(DeviceNode::name))
        .toList();
  }

  private static DeviceNode of(
      Cluster cluster,
      Node node,
      ResourceName resource,
      DeviceUsers users,
      Optional<TypicalRequest> typical) {
    List<Holder> holders =
        cluster.podsOn(node.name()).stream()
            .map(p -> holder(p, resource))
            .filter(h -> h.amount().signum() > 0)
            .sorted(Comparator.comparing(Holder::namespace).thenComparing(Holder::pod))
            .toList();
    Quantity allocatable = node.allocatable().getOrZero(resource);
    Quantity requested = holders.stream().map(Holder::amount).reduce(Quantity.ZERO, Quantity::add);
    return new DeviceNode(
        node.name(),
        NodeGroups.product(node),
        NodeAvailability.of(node),
        allocatable,
        Quantity.max(Quantity.ZERO, allocatable.subtract(requested)),
        TypicalRequest.usable(typical, resource, NodeCapacity.of(cluster, node).headroom()),
        users.withheld(node, resource),
        holders);
  }

  private static Holder holder(Pod pod, ResourceName resource) {
    return new Holder(pod.namespace(), pod.name(), NodeCapacity.requests(pod).getOrZero(resource));
  }
}
