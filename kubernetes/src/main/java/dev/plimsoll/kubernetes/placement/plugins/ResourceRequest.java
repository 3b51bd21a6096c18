package dev.plimsoll.kubernetes.placement.plugins;

import dev.plimsoll.kubernetes.placement.snapshot.NodeInfo;
import dev.plimsoll.kubernetes.quantity.ResourceName;

/**
 * A pod's request for one resource.
 *
 * @param name the resource
 * @param index its index in resource vectors
 * @param amount how much, more than 0
 * @param delegable whether a device class can provide it where the node itself has none
 */
record ResourceRequest(ResourceName name, int index, long amount, boolean delegable) {

  boolean fits(NodeInfo node) {
    long capacity = node.allocatable().get(index);
    return amount <= capacity - node.requested().get(index) || (delegable && capacity <= 0);
  }

  boolean exceedsCapacity(NodeInfo node) {
    return amount > node.allocatable().get(index);
  }
}
