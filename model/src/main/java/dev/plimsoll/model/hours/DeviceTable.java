package dev.plimsoll.model.hours;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.device.Fraction;
import dev.plimsoll.kubernetes.object.Node;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** The devices of all nodes, while free units are reserved, or given to pods that want them. */
final class DeviceTable {
  private final Map<ResourceName, SortedMap<String, NodeDevices>> byResource = new HashMap<>();
  private final Map<ResourceName, Long> free = new HashMap<>();
  private final List<TakenUnits> taken = new ArrayList<>();

  static DeviceTable of(Cluster cluster, DeviceRules rules) {
    DeviceTable table = new DeviceTable();
    for (Node node : cluster.nodes()) {
      NodeDevices.of(cluster, node, rules).forEach(table::put);
    }
    return table;
  }

  private void put(NodeDevices devices) {
    byResource
        .computeIfAbsent(devices.resource(), r -> new TreeMap<>())
        .put(devices.node(), devices);
    free.merge(devices.resource(), devices.free(), Long::sum);
  }

  /** Returns whether no unit of any resource is free. */
  boolean isFull() {
    return free.values().stream().allMatch(units -> units == 0);
  }

  /** Returns how many units are free on all nodes. */
  long free(ResourceName resource) {
    return free.getOrDefault(resource, 0L);
  }

  /** Returns how many units are free on a node. */
  long free(String node, ResourceName resource) {
    NodeDevices devices = byResource.getOrDefault(resource, new TreeMap<>()).get(node);
    return devices == null ? 0 : devices.free();
  }

  /** Returns the nodes with free units, those with the most first. */
  List<String> nodesWithFree(ResourceName resource) {
    return byResource.getOrDefault(resource, new TreeMap<>()).values().stream()
        .filter(d -> d.free() > 0)
        .sorted(Comparator.comparingLong(NodeDevices::free).reversed())
        .map(NodeDevices::node)
        .toList();
  }

  /** Takes units of a node, as many as are free, and returns how many these are. */
  long take(String node, ResourceName resource, DeviceUser user, long most) {
    long units = Math.min(most, free(node, resource));
    if (units > 0) {
      SortedMap<String, NodeDevices> nodes =
          byResource.computeIfAbsent(resource, r -> new TreeMap<>());
      nodes.computeIfPresent(node, (n, devices) -> devices.taking(user, units));
      free.merge(resource, -units, Long::sum);
      taken.add(new TakenUnits(node, resource, user, units));
    }
    return Math.max(0, units);
  }

  List<TakenUnits> taken() {
    return List.copyOf(taken);
  }

  SortedMap<DeviceRow, Fraction> amounts() {
    SortedMap<DeviceRow, Fraction> amounts = new TreeMap<>();
    byResource
        .values()
        .forEach(
            nodes ->
                nodes
                    .values()
                    .forEach(d -> d.forEach((row, n) -> amounts.merge(row, n, Fraction::plus))));
    return amounts;
  }
}
