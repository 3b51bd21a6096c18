package dev.plimsoll.advisor.queue;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.Node;
import dev.plimsoll.kubernetes.object.ResourceFlavor;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.model.tenancy.Amount;
import dev.plimsoll.model.tenancy.CapacityPolicy;
import dev.plimsoll.model.tenancy.DividedResource;
import dev.plimsoll.model.tenancy.PoolCapacity;
import dev.plimsoll.model.tenancy.TenantCapacity;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/** Finds the pools of a policy that consist of the nodes of a ResourceFlavor. */
final class FlavorPools {
  private final Cluster cluster;
  private final TenantCapacity capacity;
  private final List<String> notes;

  FlavorPools(Cluster cluster, CapacityPolicy policy, List<String> notes) {
    this.cluster = cluster;
    this.capacity = TenantCapacity.of(cluster, policy);
    this.notes = notes;
  }

  /**
   * Returns the resource, counted in the flavor's pools only. If the flavor isn't one or more whole
   * pools, a note says why, and nothing is returned.
   */
  Optional<DividedResource> of(String flavor, DividedResource resource) {
    Optional<ResourceFlavor> found = cluster.find(ResourceFlavor.class, "", flavor);
    if (found.isEmpty()) {
      return without(flavor, resource, "the ResourceFlavor does not exist");
    }
    Set<String> covered = new TreeSet<>();
    Stream.concat(cluster.nodes().stream(), capacity.nodesToCome().stream())
        .filter(n -> found.get().includes(n) && has(n, resource.name()))
        .forEach(n -> covered.add(n.name()));
    List<String> pools = new ArrayList<>();
    Set<String> uncovered = new TreeSet<>();
    Set<String> outside = new TreeSet<>(covered);
    boolean isAll = true;
    for (PoolCapacity pool : capacity.pools()) {
      Set<String> nodes = new TreeSet<>();
      if (resource.countsIn(pool.name())) {
        Stream.of(pool.nodes(), pool.withheldNodes(), pool.toCome().nodes())
            .flatMap(List::stream)
            .filter(n -> has(n, resource.name()))
            .forEach(n -> nodes.add(n.name()));
      }
      if (nodes.stream().anyMatch(covered::contains)) {
        pools.add(pool.name());
        nodes.stream().filter(n -> !covered.contains(n)).forEach(uncovered::add);
      } else if (!nodes.isEmpty()) {
        isAll = false;
      }
      outside.removeAll(nodes);
    }
    if (covered.isEmpty()) {
      return without(flavor, resource, "no node with the flavor's labels has the resource");
    }
    if (!outside.isEmpty()) {
      return without(
          flavor, resource, "no pool that the policy divides has node " + first(outside));
    }
    if (!uncovered.isEmpty()) {
      return without(
          flavor,
          resource,
          "the flavor's labels are missing on node " + first(uncovered) + " of the same pool");
    }
    if (!isAll && hasAbsoluteAmounts(resource.name())) {
      return without(
          flavor,
          resource,
          "guarantees, ceilings or the reserve are amounts over more pools than the flavor's; write"
              + " percentages, or name the pools in resources[].pools");
    }
    return Optional.of(new DividedResource(resource.name(), resource.unit(), pools));
  }

  private Optional<DividedResource> without(String flavor, DividedResource resource, String why) {
    notes.add(
        "nominal quotas of "
            + resource.name()
            + " in flavor "
            + flavor
            + " are left alone: "
            + why);
    return Optional.empty();
  }

  private boolean hasAbsoluteAmounts(ResourceName resource) {
    CapacityPolicy policy = capacity.policy();
    return Stream.concat(
            Stream.of(policy.reserve()),
            policy.tenants().stream().flatMap(t -> Stream.of(t.guarantee(), t.ceiling())))
        .map((Map<ResourceName, Amount> m) -> m.getOrDefault(resource, Amount.NONE))
        .anyMatch(a -> a instanceof Amount.Absolute && !a.isZero());
  }

  private static boolean has(Node node, ResourceName resource) {
    return node.allocatable().getOrZero(resource).signum() > 0;
  }

  private static String first(Set<String> names) {
    String first = names.iterator().next();
    return names.size() == 1 ? first : first + " and " + (names.size() - 1) + " more";
  }
}
