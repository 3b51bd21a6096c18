package dev.plimsoll.kubernetes.capacity;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.cluster.Requirement;
import dev.plimsoll.kubernetes.cluster.Unread;
import dev.plimsoll.kubernetes.object.ClusterQueue;
import dev.plimsoll.kubernetes.object.Cohort;
import dev.plimsoll.kubernetes.object.FlavorQuota;
import dev.plimsoll.kubernetes.object.FlavorQuota.FlavorResource;
import dev.plimsoll.kubernetes.object.Node;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.ResourceFlavor;
import dev.plimsoll.kubernetes.quantity.Quantity;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Adds up the nodes and the quotas of each of Kueue's ResourceFlavors. */
public final class FlavorCapacities {
  private static final Comparator<FlavorResource> ORDER =
      Comparator.comparing((FlavorResource k) -> !k.resource().isExtended())
          .thenComparing(FlavorResource::flavor)
          .thenComparing(FlavorResource::resource);

  private FlavorCapacities() {}

  /** Returns the kinds that amounts rest on and that were not read. */
  public static Unread unread(Cluster cluster) {
    return Unread.of(
        cluster,
        List.of(
            Requirement.all(Node.RESOURCE),
            Requirement.all(Pod.RESOURCE),
            Requirement.all(ClusterQueue.RESOURCE),
            Requirement.all(Cohort.RESOURCE),
            Requirement.all(ResourceFlavor.RESOURCE)));
  }

  /** Returns each resource of a flavor that a queue or cohort names, devices first. */
  public static List<FlavorCapacity> of(Cluster cluster) {
    Map<FlavorResource, List<String>> quotas = new TreeMap<>(ORDER);
    Map<FlavorResource, Quantity> nominal = new TreeMap<>(ORDER);
    Map<FlavorResource, Quantity> reserved = new TreeMap<>(ORDER);
    for (ClusterQueue queue : cluster.list(ClusterQueue.class)) {
      add("ClusterQueue " + queue.name(), queue.quotas(), quotas, nominal);
      queue.reserved().forEach((key, amount) -> reserved.merge(key, amount, Quantity::add));
    }
    for (Cohort cohort : cluster.list(Cohort.class)) {
      add("Cohort " + cohort.name(), cohort.quotas(), quotas, nominal);
    }
    DeviceUsers users = DeviceUsers.of(cluster);
    List<FlavorCapacity> capacities = new ArrayList<>();
    quotas.forEach(
        (key, who) ->
            capacities.add(
                capacity(
                    cluster,
                    users,
                    key,
                    who,
                    nominal.getOrDefault(key, Quantity.ZERO),
                    reserved.getOrDefault(key, Quantity.ZERO))));
    return capacities;
  }

  private static void add(
      String who,
      List<FlavorQuota> of,
      Map<FlavorResource, List<String>> quotas,
      Map<FlavorResource, Quantity> nominal) {
    for (FlavorQuota quota : of) {
      quotas.computeIfAbsent(quota.key(), k -> new ArrayList<>()).add(who);
      nominal.merge(quota.key(), quota.nominal(), Quantity::add);
    }
  }

  private static FlavorCapacity capacity(
      Cluster cluster,
      DeviceUsers users,
      FlavorResource key,
      List<String> quotas,
      Quantity nominal,
      Quantity reserved) {
    Optional<ResourceFlavor> flavor = cluster.find(ResourceFlavor.class, "", key.flavor());
    List<Node> nodes =
        flavor.stream()
            .flatMap(f -> cluster.nodes().stream().filter(f::includes))
            .sorted(Comparator.comparing(Node::name))
            .toList();
    Quantity total = Quantity.ZERO;
    Quantity placed = Quantity.ZERO;
    Quantity withheld = Quantity.ZERO;
    Quantity free = Quantity.ZERO;
    Quantity largest = Quantity.ZERO;
    for (Node node : nodes) {
      NodeCapacity capacity = NodeCapacity.of(cluster, node);
      Quantity headroom = capacity.headroom().getOrZero(key.resource());
      total = total.add(node.allocatable().getOrZero(key.resource()));
      placed = placed.add(capacity.requested().getOrZero(key.resource()));
      if (users.withheld(node, key.resource()).isPresent()) {
        withheld = withheld.add(headroom);
      } else {
        free = free.add(headroom);
        largest = Quantity.max(largest, headroom);
      }
    }
    return new FlavorCapacity(
        key,
        flavor.isPresent(),
        quotas,
        nominal,
        reserved,
        nodes.stream().map(Node::name).toList(),
        total,
        placed,
        withheld,
        free,
        largest);
  }
}
