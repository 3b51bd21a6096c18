package dev.plimsoll.extender.scheduler;

import dev.plimsoll.kubernetes.object.ObjectMeta;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.placement.framework.GangPlacement;
import dev.plimsoll.kubernetes.placement.framework.Scheduler;
import dev.plimsoll.kubernetes.placement.plugins.DefaultPlugins;
import dev.plimsoll.kubernetes.placement.snapshot.Snapshot;
import dev.plimsoll.kubernetes.pod.Gang;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Looks for nodes for the gangs that wait, the most important and oldest first, while decisions
 * continue.
 */
public final class GangAdmission {
  private final Decisions decisions;
  private final Scheduler scheduler = DefaultPlugins.scheduler();

  /** Creates a gang admission that reserves through these decisions. */
  public GangAdmission(Decisions decisions) {
    this.decisions = decisions;
  }

  /** Looks once. */
  public void sync() {
    decisions.reservations().waitingGangs().forEach(this::admit);
  }

  private void admit(Gang gang, int missing) {
    List<Pod> pods =
        decisions.cluster().list(Pod.class, gang.namespace()).stream()
            .filter(p -> Gangs.waits(p) && Gang.of(p).equals(Optional.of(gang)))
            .sorted(Comparator.comparing(GangAdmission::created).thenComparing(Pod::name))
            .limit(missing)
            .toList();
    if (pods.size() < missing) {
      return;
    }
    Snapshot snapshot = decisions.reservations().placement(pods.get(0)).snapshot();
    Optional<Map<String, String>> nodes = GangPlacement.find(scheduler, snapshot, pods);
    if (nodes.isPresent()) {
      Snapshot before = snapshot;
      boolean related = pods.stream().anyMatch(p -> scheduler.looksBeyondNode(before, p));
      boolean isBoundToNodes = related || (gang.podGroup().isPresent() && !areAlike(pods));
      decisions.reservations().reserve(gang, pods, nodes.get(), isBoundToNodes);
    }
  }

  /** Returns whether any of the pods can go where another was to go. */
  private static boolean areAlike(List<Pod> pods) {
    return pods.stream().map(p -> Decisions.requests(p).removeZeros()).distinct().count() == 1;
  }

  private static Instant created(Pod pod) {
    ObjectMeta metadata = pod.metadata();
    return metadata.creationTimestamp().orElse(Instant.EPOCH);
  }
}
