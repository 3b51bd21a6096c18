package dev.plimsoll.extender.scheduler;

import dev.plimsoll.extender.accounting.AssumedPod;
import dev.plimsoll.extender.scheduler.GangReservation.Slot;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.Node;
import dev.plimsoll.kubernetes.placement.snapshot.Snapshot;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The knowledge with which nodes are looked for, while decisions continue.
 *
 * @param placed pods that are not in the cluster's nodes yet, and the nodes that they go to
 * @param reserved the nodes that are reserved for others
 */
record PlacementView(Cluster cluster, List<Slot> placed, Set<String> reserved) {

  /** Returns a view of a cluster, of the reservations of gangs, and of pods on their way. */
  static PlacementView of(
      Cluster cluster, List<Slot> ofGangs, List<AssumedPod> assumed, Collection<String> reserved) {
    List<Slot> placed = new ArrayList<>(ofGangs);
    assumed.stream()
        .filter(a -> !a.node().isEmpty())
        .forEach(a -> placed.add(new Slot(a.pod(), a.node())));
    return new PlacementView(cluster, placed, new HashSet<>(reserved));
  }

  /** Returns the nodes that are not reserved for others, with all that is placed there. */
  Snapshot snapshot() {
    Cluster open = cluster;
    for (Node node : cluster.nodes()) {
      open = reserved.contains(node.name()) ? open.without(node) : open;
    }
    Snapshot snapshot = Snapshot.of(open);
    for (Slot slot : placed) {
      if (snapshot.node(slot.node()).isPresent()) {
        snapshot = snapshot.with(slot.pod(), slot.node());
      }
    }
    return snapshot;
  }
}
