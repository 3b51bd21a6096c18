package dev.plimsoll.extender.accounting;

import dev.plimsoll.extender.protocol.NodeNames;
import dev.plimsoll.extender.scoring.NodeHeadroom;
import dev.plimsoll.extender.scoring.PodRequest;
import dev.plimsoll.model.capacity.NodeCapacity;
import dev.plimsoll.model.quantity.ResourceName;
import dev.plimsoll.model.quantity.Resources;
import java.util.List;
import java.util.Optional;

/** Nodes as the packing scores see them: one kind of device, CPU and memory. */
public final class NodeHeadrooms {
  private NodeHeadrooms() {}

  /**
   * Returns what a pod asks for; its devices are those of the first extended resource. Amounts
   * beyond 64 bits wrap round as they do in kube-scheduler, and what is below zero then is nothing.
   */
  public static PodRequest podRequest(Resources requests) {
    long devices = device(requests).map(d -> requests.getOrZero(d).value()).orElse(0L);
    return new PodRequest(
        Math.max(0, devices),
        Math.max(0, requests.getOrZero(ResourceName.CPU).milliValue()),
        Math.max(0, requests.getOrZero(ResourceName.MEMORY).value()));
  }

  /** Returns the nodes in the order of the names, by the device that the pod asks for. */
  public static List<NodeHeadroom> of(NodeUsage nodes, NodeNames nodeNames, Resources requests) {
    return nodes.headrooms(nodeNames, device(requests));
  }

  /** Returns a node by one of its extended resources. */
  static NodeHeadroom of(NodeCapacity capacity, Optional<ResourceName> device) {
    Resources free = capacity.free();
    return new NodeHeadroom(
        device.map(d -> capacity.allocatable().getOrZero(d).value()).orElse(0L),
        device.map(d -> free.getOrZero(d).value()).orElse(0L),
        free.getOrZero(ResourceName.CPU).milliValue(),
        free.getOrZero(ResourceName.MEMORY).value());
  }

  /** Returns the first extended resource of which there is any. */
  static Optional<ResourceName> device(Resources resources) {
    for (ResourceName name : resources.names()) {
      if (name.isExtended() && resources.getOrZero(name).signum() > 0) {
        return Optional.of(name);
      }
    }
    return Optional.empty();
  }
}
