package dev.plimsoll.model.gap;

import dev.plimsoll.kubernetes.capacity.NodeAvailability;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.device.PhysicalDevices;
import dev.plimsoll.kubernetes.object.Node;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.quantity.Resources;
import java.lang.ref.WeakReference;
import java.util.Collections;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicReference;

/**
 * The totals of all nodes.
 *
 * @param all what all nodes have
 * @param schedulable what those have that take pods
 * @param scarce the extended resources that some node has
 * @param devices their physical devices
 */
public record NodeTotals(
    Resources all, Resources schedulable, Set<ResourceName> scarce, PhysicalDevices devices) {
  private static final AtomicReference<Known> LAST = new AtomicReference<>();

  /** The last totals. Each explanation of a set of workloads asks for the same nodes' again. */
  private record Known(WeakReference<Cluster> cluster, NodeTotals totals) {
    boolean isOf(Cluster other) {
      Cluster own = cluster.get();
      return own != null && own.hasSame(Node.class, other);
    }
  }

  static NodeTotals of(Cluster cluster) {
    Known last = LAST.get();
    NodeTotals totals = last != null && last.isOf(cluster) ? last.totals() : sum(cluster);
    LAST.set(new Known(new WeakReference<>(cluster), totals));
    return totals;
  }

  private static NodeTotals sum(Cluster cluster) {
    Resources all = Resources.EMPTY;
    Resources schedulable = Resources.EMPTY;
    Set<ResourceName> scarce = new TreeSet<>();
    for (Node node : cluster.nodes()) {
      all = all.add(node.allocatable());
      node.allocatable()
          .forEach(
              (name, amount) -> {
                if (name.isExtended() && amount.signum() > 0) {
                  scarce.add(name);
                }
              });
      if (NodeAvailability.of(node).isAvailable()) {
        schedulable = schedulable.add(node.allocatable());
      }
    }
    return new NodeTotals(
        all, schedulable, Collections.unmodifiableSet(scarce), PhysicalDevices.of(cluster.nodes()));
  }
}
