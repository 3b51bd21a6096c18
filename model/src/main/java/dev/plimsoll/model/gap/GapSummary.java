package dev.plimsoll.model.gap;

import dev.plimsoll.kubernetes.capacity.DeviceUsers;
import dev.plimsoll.kubernetes.capacity.NodeCapacity;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.device.DeviceUnit;
import dev.plimsoll.kubernetes.device.DeviceUnits;
import dev.plimsoll.kubernetes.device.Fraction;
import dev.plimsoll.kubernetes.object.Node;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.quantity.Resources;
import dev.plimsoll.model.gap.cost.ResourceCost;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Gaps in sum. A pod that several gaps keep from running is counted once.
 *
 * @param gaps how many
 * @param namespaces in how many namespaces; gaps of the cluster are in none
 * @param deniedPods how many pods are missing because they are denied
 * @param pendingPods how many pods have no node
 * @param free the devices that are free on nodes that take pods, of each kind that a gap costs
 *     something of; empty if nodes or pods were not read
 */
public record GapSummary(
    int gaps, int namespaces, int deniedPods, int pendingPods, Map<ResourceName, Fraction> free) {

  /** Kinds that tell why pods of other gaps wait. */
  private static final Set<GapKind> REASONS_OF_OTHERS =
      EnumSet.of(GapKind.PendingHoldsQuota, GapKind.LimitRangeInjects, GapKind.DeadQuotaKey);

  public GapSummary {
    free = Map.copyOf(free);
  }

  /** Returns whether gaps of a kind tell why pods wait that are counted at other gaps. */
  public static boolean isReasonOfOthers(GapKind kind) {
    return REASONS_OF_OTHERS.contains(kind);
  }

  /** Adds up gaps of a cluster. */
  public static GapSummary of(Collection<Gap> gaps, Cluster cluster) {
    Set<String> namespaces =
        gaps.stream().map(Gap::namespace).filter(n -> !n.isEmpty()).collect(Collectors.toSet());
    int denied = 0;
    int pending = 0;
    Set<ResourceName> resources = new TreeSet<>();
    for (Gap gap : gaps) {
      gap.cost().resources().stream().map(ResourceCost::resource).forEach(resources::add);
      if (!REASONS_OF_OTHERS.contains(gap.kind())) {
        denied += gap.cost().deniedPods();
        pending += gap.cost().pendingPods();
      }
    }
    return new GapSummary(
        gaps.size(), namespaces.size(), denied, pending, free(cluster, resources));
  }

  private static Map<ResourceName, Fraction> free(Cluster cluster, Set<ResourceName> kinds) {
    Map<ResourceName, Fraction> free = new TreeMap<>();
    if (!cluster.covers(Node.RESOURCE) || !cluster.covers(Pod.RESOURCE)) {
      return free;
    }
    DeviceUsers users = DeviceUsers.of(cluster);
    for (Node node : cluster.nodes()) {
      List<ResourceName> parts =
          node.allocatable().names().stream()
              .filter(r -> r.isExtended() && kinds.contains(DeviceUnits.of(node, r).device()))
              .filter(r -> users.withheld(node, r).isEmpty())
              .toList();
      Resources headroom =
          parts.isEmpty() ? Resources.EMPTY : NodeCapacity.of(cluster, node).headroom();
      for (ResourceName resource : parts) {
        DeviceUnit unit = DeviceUnits.of(node, resource);
        Fraction devices = unit.devices(headroom.getOrZero(resource).value());
        free.merge(unit.device(), devices, Fraction::plus);
      }
    }
    return free;
  }
}
