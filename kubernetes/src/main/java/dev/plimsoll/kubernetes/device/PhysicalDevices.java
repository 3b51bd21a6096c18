package dev.plimsoll.kubernetes.device;

import dev.plimsoll.kubernetes.object.Node;
import dev.plimsoll.kubernetes.object.ObjectMeta;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.quantity.Resources;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The physical devices of a cluster. Quotas, requests and placement count units, as Kubernetes
 * does. Costs, hours, idle devices and free devices of a cluster are physical devices.
 *
 * <p>A unit on a node is the part that {@link DeviceUnits} tells. A pod without a node may get any
 * unit: its units are the largest known part that a node has. Units of a resource that no node has
 * are as on a node without labels.
 */
public final class PhysicalDevices {
  private static final Node UNLABELLED =
      new Node(
          ObjectMeta.of("", ""), false, List.of(), Resources.EMPTY, Resources.EMPTY, List.of());
  private static final Comparator<DeviceUnit> LARGEST =
      Comparator.comparing((DeviceUnit u) -> u.basis() != DeviceUnit.Basis.UNKNOWN)
          .thenComparing((DeviceUnit u) -> u.part());

  private final Map<ResourceName, Fraction> allocatable = new HashMap<>();
  private final Map<ResourceName, DeviceUnit> largest = new HashMap<>();

  private PhysicalDevices() {}

  /** Adds up the devices of all nodes. */
  public static PhysicalDevices of(Collection<Node> nodes) {
    PhysicalDevices devices = new PhysicalDevices();
    nodes.forEach(devices::add);
    return devices;
  }

  private void add(Node node) {
    for (ResourceName name : node.allocatable().names()) {
      long units = node.allocatable().getOrZero(name).value();
      if (name.isExtended() && units > 0) {
        DeviceUnit unit = DeviceUnits.of(node, name);
        allocatable.merge(unit.device(), unit.devices(units), Fraction::plus);
        largest.merge(name, unit, (a, b) -> LARGEST.compare(a, b) < 0 ? b : a);
      }
    }
  }

  /** Returns how many devices of a kind are allocatable on all nodes. */
  public Fraction allocatable(ResourceName device) {
    return allocatable.getOrDefault(device, Fraction.ZERO);
  }

  /** Returns the unit that a pod on this node holds; empty if the pod has no known node. */
  public DeviceUnit unit(Optional<Node> node, ResourceName resource) {
    return node.map(n -> DeviceUnits.of(n, resource))
        .orElseGet(
            () ->
                Optional.ofNullable(largest.get(resource))
                    .orElseGet(() -> DeviceUnits.of(UNLABELLED, resource)));
  }
}
