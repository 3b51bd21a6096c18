package dev.plimsoll.extender.accounting;

import dev.plimsoll.extender.protocol.NodeNames;
import dev.plimsoll.extender.scoring.NodeHeadroom;
import dev.plimsoll.kubernetes.capacity.NodeCapacity;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.quantity.Resources;
import java.util.List;
import java.util.Optional;

/** Nodes as the packing scores see them: one kind of device, pods, CPU and memory. */
public final class NodeHeadrooms {
  private static final long FULL = 1000;

  private NodeHeadrooms() {}

  /** Returns whether there is any of an extended resource in what a pod asks for. */
  public static boolean wantsDevices(Resources requests) {
    return device(requests).isPresent();
  }

  /** Returns the nodes in the order of the names, by the device that the pod asks for. */
  public static List<NodeHeadroom> of(
      NodeHeadroomTable table, NodeUsage nodes, NodeNames nodeNames, Resources requests) {
    Optional<ResourceName> device = device(requests);
    return table.headrooms(nodeNames, device, n -> of(n, nodes.of(n).capacity(), device));
  }

  /** Returns a node by one of its extended resources. */
  static NodeHeadroom of(String name, NodeCapacity capacity, Optional<ResourceName> device) {
    Resources requested = capacity.requested();
    long devices = device.map(d -> capacity.allocatable().getOrZero(d).value()).orElse(0L);
    return new NodeHeadroom(
        devices,
        device.map(d -> capacity.free().getOrZero(d).value()).orElse(0L),
        requested.getOrZero(ResourceName.PODS).value(),
        Math.max(load(capacity, ResourceName.CPU), load(capacity, ResourceName.MEMORY)),
        name.hashCode());
  }

  /** Returns the thousandths of a resource that are requested; all where there is none of it. */
  private static long load(NodeCapacity capacity, ResourceName resource) {
    Quantity allocatable = capacity.allocatable().getOrZero(resource);
    Quantity requested = capacity.requested().getOrZero(resource);
    return requested.compareTo(allocatable) >= 0
        ? FULL
        : (long) (FULL * (requested.toDouble() / allocatable.toDouble()));
  }

  /** Returns the first extended resource whose amount isn't zero. */
  static Optional<ResourceName> device(Resources resources) {
    for (ResourceName name : resources.names()) {
      if (name.isExtended() && resources.getOrZero(name).signum() > 0) {
        return Optional.of(name);
      }
    }
    return Optional.empty();
  }
}
