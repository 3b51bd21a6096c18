package dev.plimsoll.extender.scheduler;

import dev.plimsoll.extender.accounting.AssumedPod;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.pod.Gang;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.Resources;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Pods that get reserved nodes in one step: a large pod, or all missing pods of a gang.
 *
 * @param gang the gang; empty for a large pod
 * @param pods the pods, the largest first; at least one
 */
record NodeClaim(Optional<Gang> gang, List<Pod> pods) {

  NodeClaim {
    Comparator<Pod> bySize = Comparator.comparing(p -> size(NodeReservation.devices(p)));
    pods = pods.stream().sorted(bySize.reversed()).toList();
  }

  private static NodeClaim of(Pod pod) {
    return new NodeClaim(Optional.empty(), List.of(pod));
  }

  /** Returns whether the entry's pod may have a claim, by itself or with its gang. */
  static boolean mayHaveOne(PodEntry entry) {
    return entry.waits()
        && (of(entry.pod()).isLarge()
            || (Gang.of(entry.pod()).isPresent()
                && !NodeReservation.devices(entry.pod()).isEmpty()));
  }

  /**
   * Returns the claims that are due: all pods wait for nodes, and have waited long enough. The
   * missing pods of a gang all exist.
   */
  static List<NodeClaim> allDue(SchedulerState state) {
    Gangs gangs = new Gangs(state);
    List<NodeClaim> claims = new ArrayList<>();
    Set<Gang> waiting = new LinkedHashSet<>();
    for (PodEntry entry : state.pods().all()) {
      if (mayHaveOne(entry) && isDue(entry, state.now())) {
        gangs.waiting(entry.pod()).ifPresentOrElse(waiting::add, () -> claims.add(of(entry.pod())));
      }
    }
    for (Gang gang : waiting) {
      gangs.next(gang).ifPresent(pods -> claims.add(new NodeClaim(Optional.of(gang), pods)));
    }
    claims.removeIf(c -> !c.isLarge() || !c.isDue(state));
    return claims;
  }

  /** Returns whether the same pods have a claim now, however they have changed. */
  boolean isStillDue(SchedulerState state) {
    Gangs gangs = new Gangs(state);
    List<Pod> next = gang.map(g -> gangs.next(g).orElse(List.of())).orElse(pods);
    return isDue(state) && gangs.waiting(pods.get(0)).equals(gang) && uids(next).equals(uids(pods));
  }

  private static Set<String> uids(List<Pod> pods) {
    return pods.stream().map(AssumedPod::uid).collect(Collectors.toSet());
  }

  private boolean isDue(SchedulerState state) {
    return pods.stream()
        .allMatch(p -> state.pods().get(p).filter(e -> isDue(e, state.now())).isPresent());
  }

  private static boolean isDue(PodEntry entry, long now) {
    return entry.due().filter(due -> due <= now).isPresent();
  }

  /** Returns the number of devices of a kind that the pods request at most. */
  Quantity size() {
    return size(
        pods.stream().map(NodeReservation::devices).reduce(Resources.EMPTY, Resources::add));
  }

  private static Quantity size(Resources devices) {
    return devices.names().stream().map(devices::getOrZero).reduce(Quantity.ZERO, Quantity::max);
  }

  private boolean isLarge() {
    return size().compareTo(Quantity.of(1)) > 0;
  }

  /** Returns the priority of the least important pod. */
  int priority() {
    return pods.stream().mapToInt(Preemption::priority).min().orElse(0);
  }

  /** Returns when the last pod was due. */
  long dueSince(SchedulerState state) {
    return pods.stream()
        .mapToLong(p -> state.pods().get(p).flatMap(PodEntry::due).orElse(Long.MAX_VALUE))
        .max()
        .orElse(Long.MAX_VALUE);
  }
}
