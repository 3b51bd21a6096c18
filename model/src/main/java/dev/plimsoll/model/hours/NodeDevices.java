package dev.plimsoll.model.hours;

import dev.plimsoll.kubernetes.capacity.NodeCapacity;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.device.DeviceUnit;
import dev.plimsoll.kubernetes.device.DeviceUnits;
import dev.plimsoll.kubernetes.device.Fraction;
import dev.plimsoll.kubernetes.object.Node;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiConsumer;

/**
 * The units of one resource on one node, each in one state. {@link #taking} moves free units to
 * another state and is the only change, so that the units always add up to the node's.
 *
 * <p>The node has the larger of capacity and allocatable. Units beyond allocatable are broken. The
 * oldest pods come first where pods request more than is left. Units that no listed pod requests
 * are free, withheld, or unknown if not all pods were read.
 *
 * @param node the node's name
 * @param resource the resource as pods request it
 * @param kind the kind of the physical devices
 * @param part the part of a device that a unit is
 * @param units how many units are in each state, none of them 0
 */
public record NodeDevices(
    String node,
    ResourceName resource,
    DeviceKind kind,
    Fraction part,
    SortedMap<DeviceUser, Long> units) {
  private static final DeviceUser UNKNOWN = DeviceUser.nobody(DeviceState.UNKNOWN);
  private static final DeviceUser FREE = DeviceUser.nobody(DeviceState.FREE);
  private static final Comparator<Pod> OLDEST_FIRST =
      Comparator.comparing((Pod p) -> p.metadata().creationTimestamp().orElse(Instant.MAX))
          .thenComparing(Pod::key);

  public NodeDevices {
    units = Collections.unmodifiableSortedMap(new TreeMap<>(units));
  }

  /** Returns the devices of a node, by resource; free units are not wanted yet. */
  public static List<NodeDevices> of(Cluster cluster, Node node, DeviceRules rules) {
    TreeSet<ResourceName> names = new TreeSet<>(node.capacity().names());
    names.addAll(node.allocatable().names());
    List<NodeDevices> all = new ArrayList<>();
    for (ResourceName name : names) {
      if (name.isExtended() && total(node, name) > 0) {
        all.add(of(cluster, node, name, rules));
      }
    }
    return all;
  }

  /** Returns the devices of a node, as far as it exists, with what is taken of it. */
  public static List<NodeDevices> of(
      Cluster cluster, String node, DeviceRules rules, List<TakenUnits> taken) {
    return cluster.find(Node.class, "", node).map(n -> of(cluster, n, rules)).stream()
        .flatMap(List::stream)
        .map(d -> d.taking(taken))
        .map(d -> rules.areWantsKnown() ? d : d.taking(UNKNOWN, d.free()))
        .toList();
  }

  private NodeDevices taking(List<TakenUnits> taken) {
    NodeDevices devices = this;
    for (TakenUnits each : taken) {
      if (each.node().equals(node) && each.resource().equals(resource)) {
        devices = devices.taking(each.user(), each.units());
      }
    }
    return devices;
  }

  private static NodeDevices of(
      Cluster cluster, Node node, ResourceName resource, DeviceRules rules) {
    DeviceUnit unit = DeviceUnits.of(node, resource);
    long total = total(node, resource);
    long left = Math.min(total, Math.max(0, node.allocatable().getOrZero(resource).value()));
    SortedMap<DeviceUser, Long> units = new TreeMap<>();
    put(units, DeviceUser.nobody(DeviceState.BROKEN), total - left);
    for (Pod pod : cluster.podsOn(node.name()).stream().sorted(OLDEST_FIRST).toList()) {
      long held = Math.min(left, NodeCapacity.requests(pod).getOrZero(resource).value());
      put(units, rules.user(rules.use().apply(pod, resource), pod.namespace()), held);
      left -= Math.max(0, held);
    }
    put(units, DeviceUser.nobody(rules.unallocated(node, resource)), left);
    return new NodeDevices(node.name(), resource, rules.kind(node, unit), unit.part(), units);
  }

  private static long total(Node node, ResourceName resource) {
    return Math.max(
        node.capacity().getOrZero(resource).value(),
        node.allocatable().getOrZero(resource).value());
  }

  private static void put(SortedMap<DeviceUser, Long> units, DeviceUser user, long amount) {
    if (amount > 0) {
      units.merge(user, amount, Long::sum);
    }
  }

  /** Returns how many units are free. */
  public long free() {
    return units.getOrDefault(FREE, 0L);
  }

  /**
   * Returns the node with free units in another state: as many as are free, at most {@code most}.
   */
  NodeDevices taking(DeviceUser user, long most) {
    long taken = Math.min(most, free());
    if (taken <= 0) {
      return this;
    }
    SortedMap<DeviceUser, Long> moved = new TreeMap<>(units);
    moved.remove(FREE);
    put(moved, FREE, free() - taken);
    put(moved, user, taken);
    return new NodeDevices(node, resource, kind, part, moved);
  }

  /** Passes the physical devices on, by row. */
  void forEach(BiConsumer<DeviceRow, Fraction> consumer) {
    for (Map.Entry<DeviceUser, Long> each : units.entrySet()) {
      consumer.accept(new DeviceRow(kind, each.getKey()), part.times(each.getValue()));
    }
  }
}
