package dev.plimsoll.model.hours;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.Node;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.model.tenancy.CapacityPolicy;
import dev.plimsoll.model.tenancy.DividedResource;
import dev.plimsoll.model.tenancy.TenantCapacity;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * The free devices that the reserves of capacity policies keep. If fewer are free on the nodes of a
 * policy's pools, the reserve keeps all of these. Nodes with the fewest free devices come first, so
 * that the reserve leaves whole nodes to others.
 */
final class PolicyReserves {
  private final Cluster cluster;
  private final DeviceTable table;

  PolicyReserves(Cluster cluster, DeviceTable table) {
    this.cluster = cluster;
    this.table = table;
  }

  /** Passes on what each policy reserves, node by node, while what was passed on is taken. */
  void forEach(Iterable<CapacityPolicy> policies, Consumer<TakenUnits> reserve) {
    for (CapacityPolicy policy : policies) {
      if (policy.reserve().isEmpty()) {
        continue;
      }
      TenantCapacity capacity = TenantCapacity.of(cluster, policy);
      for (DividedResource resource : policy.resources()) {
        if (resource.name().isExtended()) {
          reserve(nodes(policy, resource), resource.name(), capacity.reserve(resource), reserve);
        }
      }
    }
  }

  private Set<String> nodes(CapacityPolicy policy, DividedResource resource) {
    return cluster.nodes().stream()
        .filter(
            n ->
                policy.pools().isEmpty()
                    || policy.poolOf(n).filter(p -> resource.countsIn(p.name())).isPresent())
        .map(Node::name)
        .collect(Collectors.toSet());
  }

  private void reserve(
      Set<String> nodes, ResourceName resource, long units, Consumer<TakenUnits> reserve) {
    List<String> fewestFirst = new ArrayList<>(table.nodesWithFree(resource));
    Collections.reverse(fewestFirst);
    long left = units;
    for (String node : fewestFirst) {
      long taken = nodes.contains(node) ? Math.min(left, table.free(node, resource)) : 0;
      if (taken > 0) {
        reserve.accept(
            new TakenUnits(node, resource, DeviceUser.nobody(DeviceState.RESERVED), taken));
        left -= taken;
      }
    }
  }
}
