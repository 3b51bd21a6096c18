package dev.plimsoll.model.gap;

import dev.plimsoll.kubernetes.capacity.NodeAvailability;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.Node;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.quantity.Resources;
import java.util.Set;
import java.util.TreeSet;

/**
 * The totals of all nodes.
 *
 * @param all what all nodes have
 * @param schedulable what those have that take pods
 */
record NodeTotals(Resources all, Resources schedulable) {
  static NodeTotals of(Cluster cluster) {
    Resources all = Resources.EMPTY;
    Resources schedulable = Resources.EMPTY;
    for (Node node : cluster.nodes()) {
      all = all.add(node.allocatable());
      if (NodeAvailability.of(node).isAvailable()) {
        schedulable = schedulable.add(node.allocatable());
      }
    }
    return new NodeTotals(all, schedulable);
  }

  /** Returns the extended resources that some node has. */
  static Set<ResourceName> scarce(Cluster cluster) {
    Set<ResourceName> scarce = new TreeSet<>();
    for (Node node : cluster.nodes()) {
      for (ResourceName name : node.allocatable().names()) {
        if (name.isExtended() && node.allocatable().getOrZero(name).signum() > 0) {
          scarce.add(name);
        }
      }
    }
    return scarce;
  }
}
