package dev.plimsoll.kubernetes.placement.plugins;

import dev.plimsoll.kubernetes.object.InlineDisk;
import dev.plimsoll.kubernetes.placement.framework.NodeFilter;
import dev.plimsoll.kubernetes.placement.framework.Rejection;
import dev.plimsoll.kubernetes.placement.framework.Status;
import dev.plimsoll.kubernetes.placement.snapshot.NodeInfo;
import dev.plimsoll.kubernetes.placement.snapshot.PodInfo;
import java.util.Collections;
import java.util.List;

/**
 * Keeps a pod from nodes where another pod uses one of its disks, unless both only read it; of
 * Elastic Block Store, that doesn't help.
 *
 * <p>Source: {@code isVolumeConflict} in {@code
 * pkg/scheduler/framework/plugins/volumerestrictions/volume_restrictions.go}.
 *
 * @param disks the pod's disks
 * @param next what else is checked
 */
record DiskConflicts(List<InlineDisk> disks, NodeFilter next) implements NodeFilter {
  private static final Rejection IN_USE =
      Rejection.unschedulable("VolumeRestrictions", "node(s) had no available disk");

  @Override
  public Status filter(NodeInfo node) {
    boolean conflict =
        node.pods().stream()
            .flatMap(p -> p.pod().spec().disks().stream())
            .anyMatch(other -> disks.stream().anyMatch(own -> conflict(own, other)));
    return conflict ? IN_USE : next.filter(node);
  }

  private static boolean conflict(InlineDisk own, InlineDisk other) {
    boolean same = own.type().equals(other.type()) && own.identity().equals(other.identity());
    return switch (own.type()) {
      case "awsElasticBlockStore" -> same;
      case "rbd" ->
          same && !areRead(own, other) && !Collections.disjoint(own.monitors(), other.monitors());
      default -> same && !areRead(own, other);
    };
  }

  private static boolean areRead(InlineDisk own, InlineDisk other) {
    return own.readOnly() && other.readOnly();
  }

  @Override
  public NodeFilter with(PodInfo added, NodeInfo node) {
    return new DiskConflicts(disks, next.with(added, node));
  }

  @Override
  public NodeFilter without(PodInfo removed, NodeInfo node) {
    return new DiskConflicts(disks, next.without(removed, node));
  }
}
