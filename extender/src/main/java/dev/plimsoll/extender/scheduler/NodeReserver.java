package dev.plimsoll.extender.scheduler;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.placement.framework.Scheduler;
import dev.plimsoll.kubernetes.placement.plugins.DefaultPlugins;
import dev.plimsoll.kubernetes.placement.snapshot.Snapshot;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** Looks for nodes to be reserved for large pods, while decisions continue. */
public final class NodeReserver {
  /** Nodes are looked for this number of pods at a time. */
  private static final int MOST = 8;

  private final ReservationDecisions reservations;
  private final Supplier<Cluster> cluster;
  private final Scheduler scheduler = DefaultPlugins.scheduler();

  /** Reserves nodes by these decisions. */
  public NodeReserver(Decisions decisions) {
    this.reservations = decisions.reservations();
    this.cluster = decisions::cluster;
  }

  /** Looks once. */
  public void sync() {
    if (!reservations.areIdle()) {
      int nodes = nodesWithDevices(cluster.get());
      Optional<Pod> next = reservations.next(nodes);
      for (int i = 0; i < MOST && next.isPresent(); i++) {
        reserve(next.get(), nodes);
        next = reservations.next(nodes);
      }
    }
  }

  private static int nodesWithDevices(Cluster cluster) {
    return (int)
        cluster.nodes().stream()
            .filter(n -> n.allocatable().names().stream().anyMatch(ResourceName::isExtended))
            .count();
  }

  private void reserve(Pod pod, int nodes) {
    Snapshot snapshot = reservations.placement(pod).snapshot();
    Map<String, Boolean> own = new HashMap<>();
    Optional<String> node =
        NodeSelection.find(
            scheduler,
            snapshot,
            pod,
            p -> own.computeIfAbsent(p.namespace(), n -> reservations.areOfOneTenant(pod, p)),
            reservations.withinShare(pod));
    node.ifPresentOrElse(
        name -> reservations.reserve(pod, name, nodes), () -> reservations.defer(pod));
  }
}
