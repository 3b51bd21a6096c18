package dev.plimsoll.kubernetes.capacity;

import dev.plimsoll.kubernetes.device.DeviceUnit;
import dev.plimsoll.kubernetes.device.Fraction;
import dev.plimsoll.kubernetes.object.Taint;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import java.util.List;
import java.util.Map;

/**
 * Nodes that are alike, with one resource that they have.
 *
 * @param product what the nodes are: the GPU product, the instance type, or else just a node
 * @param taints the taints of each of them, but for those that Kubernetes itself sets
 * @param resource the resource that is counted: an extended one, or cpu where they have none
 * @param unit the part of a physical device that a unit is
 * @param perNode how much of it a node has
 * @param nodes the names of the nodes
 * @param total what all of them have
 * @param placed what placed pods request of it
 * @param withheld what is free on nodes that take no pods ({@link NodeAvailability})
 * @param free what is free on nodes that do
 * @param usable what is free there beside what pods typically request with it ({@link
 *     TypicalRequest}); the rest is stranded
 * @param largestBlock the most that is free on one node that takes pods
 * @param fitting how many pods of 1, 2, 4 and 8 units would fit one after the other, looking at
 *     this resource alone; empty for cpu
 */
public record NodeGroup(
    String product,
    List<Taint> taints,
    ResourceName resource,
    DeviceUnit unit,
    Quantity perNode,
    List<String> nodes,
    Quantity total,
    Quantity placed,
    Quantity withheld,
    Quantity free,
    Quantity usable,
    Quantity largestBlock,
    Map<Integer, Long> fitting) {

  public NodeGroup {
    taints = List.copyOf(taints);
    nodes = List.copyOf(nodes);
    fitting = Map.copyOf(fitting);
  }

  /** Returns whether units are parts of devices, known or not. */
  public boolean isShared() {
    return unit.basis() != DeviceUnit.Basis.WHOLE;
  }

  /** Returns the physical devices that all units are; units of an unknown part count themselves. */
  public Fraction devices() {
    return unit.devices(total.value());
  }
}
