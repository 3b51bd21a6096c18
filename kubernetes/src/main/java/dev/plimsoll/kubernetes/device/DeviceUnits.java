package dev.plimsoll.kubernetes.device;

import dev.plimsoll.kubernetes.object.Node;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import java.util.Optional;

/**
 * Tells which part of a physical device a unit of an extended resource is, by the labels of its
 * node. Kubernetes itself counts units only; quota and placement don't depend on this class.
 *
 * <p>A unit is a whole device unless a label or the resource's name says otherwise. If units share
 * devices and their number is unknown or contradictory, the resource is its own kind.
 */
public final class DeviceUnits {
  private DeviceUnits() {}

  /** Returns the part of a device that one unit of the resource is on the node. */
  public static DeviceUnit of(Node node, ResourceName resource) {
    String name = resource.name();
    if (name.startsWith(NvidiaUnits.PREFIX)) {
      return NvidiaUnits.of(node, resource);
    }
    if (name.startsWith(AmdUnits.PREFIX)) {
      return AmdUnits.of(node, resource);
    }
    return name.startsWith(IntelUnits.PREFIX)
        ? IntelUnits.of(node, resource)
        : DeviceUnit.whole(resource);
  }

  /** Returns the units that the node has, usable or not. */
  static long units(Node node, ResourceName resource) {
    Quantity most =
        Quantity.max(node.capacity().getOrZero(resource), node.allocatable().getOrZero(resource));
    return most.value();
  }

  /** Returns a label's whole number; empty if there is none. */
  static Optional<Integer> number(Node node, String label) {
    return label(node, label).filter(v -> v.matches("[0-9]{1,6}")).map(Integer::parseInt);
  }

  static Optional<String> label(Node node, String label) {
    return Optional.ofNullable(node.metadata().labels().get(label));
  }

  /** Returns units that are equal parts of some devices; unknown if they don't fill them. */
  static DeviceUnit equalParts(
      Node node, ResourceName resource, ResourceName device, long unitsPerDevice) {
    return unitsPerDevice > 0 && units(node, resource) % unitsPerDevice == 0
        ? DeviceUnit.part(device, Fraction.of(1, unitsPerDevice))
        : DeviceUnit.unknown(resource);
  }
}
