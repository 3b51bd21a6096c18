package dev.plimsoll.extender.scheduler;

import dev.plimsoll.extender.accounting.AssumedPod;
import dev.plimsoll.model.cluster.Cluster;
import dev.plimsoll.model.object.ObjectMeta;
import dev.plimsoll.model.object.Pod;
import dev.plimsoll.model.placement.framework.GangPlacement;
import dev.plimsoll.model.placement.framework.Scheduler;
import dev.plimsoll.model.placement.plugins.DefaultPlugins;
import dev.plimsoll.model.placement.snapshot.Snapshot;
import dev.plimsoll.model.pod.Gang;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Looks for nodes for the gangs that wait, the most important and oldest first, while decisions go
 * on being made.
 */
public final class GangAdmission {
  private final Decisions decisions;
  private final Scheduler scheduler = DefaultPlugins.scheduler();

  /** Makes one that has gangs let pass by these decisions. */
  public GangAdmission(Decisions decisions) {
    this.decisions = decisions;
  }

  /**
   * What is known when a gang is looked at.
   *
   * @param placed pods that are not in the cluster's nodes yet, and the nodes that they go to
   */
  record View(Cluster cluster, List<GangReservation.Slot> placed) {}

  /** Looks once. */
  public void sync() {
    decisions.waitingGangs().forEach(this::admit);
  }

  private void admit(Gang gang, int missing) {
    View view = decisions.gangView();
    List<Pod> pods =
        view.cluster().list(Pod.class, gang.namespace()).stream()
            .filter(p -> Gangs.waits(p) && Gang.of(p).equals(Optional.of(gang)))
            .sorted(Comparator.comparing(GangAdmission::created).thenComparing(Pod::name))
            .limit(missing)
            .toList();
    if (pods.size() < missing) {
      return;
    }
    Snapshot snapshot = Snapshot.of(view.cluster());
    for (GangReservation.Slot slot : view.placed()) {
      if (snapshot.node(slot.node()).isPresent()) {
        snapshot = snapshot.with(slot.pod(), slot.node());
      }
    }
    Optional<Map<String, String>> nodes = GangPlacement.find(scheduler, snapshot, pods);
    if (nodes.isPresent()) {
      Snapshot before = snapshot;
      boolean related = pods.stream().anyMatch(p -> scheduler.looksBeyondNode(before, p));
      decisions.reserve(gang, pods, nodes.get(), related);
    }
  }

  private static Instant created(Pod pod) {
    ObjectMeta metadata = pod.metadata();
    return metadata.creationTimestamp().orElse(Instant.EPOCH);
  }

  /** Returns pods on their way whose node is known as slots. */
  static List<GangReservation.Slot> slots(List<AssumedPod> assumedPods) {
    return assumedPods.stream()
        .filter(a -> !a.node().isEmpty())
        .map(a -> new GangReservation.Slot(a.pod(), a.node()))
        .toList();
  }
}
