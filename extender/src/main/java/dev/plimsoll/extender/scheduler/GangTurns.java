package dev.plimsoll.extender.scheduler;

import dev.plimsoll.extender.accounting.HoldCheck;
import dev.plimsoll.extender.accounting.ShareCheck;
import dev.plimsoll.extender.scheduler.GangReservation.Slot;
import dev.plimsoll.kubernetes.cluster.SortedTree;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.pod.Gang;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The turns of gangs, in one state. In its turn, a gang has quota, share and nodes reserved for all
 * missing pods, in one step. They are given back if no pod is bound for a while. Each such turn
 * doubles the wait until the next one, up to an hour.
 */
final class GangTurns {
  private final SchedulerState state;
  private final GangReservations all;
  private final Gangs gangs;

  GangTurns(SchedulerState state) {
    this.state = state;
    this.all = state.gangs();
    this.gangs = new Gangs(state);
  }

  /**
   * Returns the gangs that give back reservations on these nodes beyond their tenants' shares, if
   * the pod is within its own share. An owner's pod goes before a borrowed reservation. A gang that
   * the scheduler is at work on keeps what it has.
   *
   * @param checks what quotas and shares say of the pod
   */
  List<Gang> yieldingTo(Pod pod, List<HoldCheck> checks, Set<String> nodes) {
    List<ShareCheck> shares =
        checks.stream()
            .filter(ShareCheck.class::isInstance)
            .map(ShareCheck.class::cast)
            .filter(ShareCheck::holds)
            .toList();
    if (shares.isEmpty() || !shares.stream().allMatch(ShareCheck::isWithinShare)) {
      return List.of();
    }
    return all.reservations().keys().stream()
        .filter(gang -> !Gang.of(pod).equals(Optional.of(gang)))
        .filter(gang -> yields(all.reservations().get(gang).orElseThrow().slots(), nodes))
        .toList();
  }

  private boolean yields(Collection<Slot> slots, Set<String> nodes) {
    return slots.stream().anyMatch(s -> nodes.contains(s.node()))
        && slots.stream().noneMatch(gangs::isPassed)
        && slots.stream().anyMatch(s -> state.usage().isBeyondShare(state.cluster(), s.pod()));
  }

  /** Returns the state after the turns of these gangs have ended. */
  SchedulerState endTurns(List<Gang> gangs) {
    SchedulerState then = state;
    for (Gang gang : gangs) {
      then = endTurn(then, gang);
    }
    return then;
  }

  /**
   * Reserves for pods of a gang what was found for them, all or nothing.
   *
   * @param nodes the nodes that were found for them, by their keys
   * @return the state after that; the same if quota, share or nodes have too little by now
   */
  SchedulerState reserve(
      Gang gang, List<Pod> pods, Map<String, String> nodes, boolean isBoundToNodes) {
    List<Slot> slots =
        pods.stream().map(p -> new Slot(p, nodes.getOrDefault(p.key(), ""))).toList();
    if (!gangs.isDue(gang)
        || pods.size() < gangs.missing(gang)
        || sharesNodes(gang, nodes.values())) {
      return state;
    }
    SchedulerState then = state;
    for (Slot slot : slots) {
      PodChecks checks = new PodChecks(then, slot.pod());
      if (then.stored(slot.pod()).filter(Gangs::waits).isEmpty()
          || checks.isHeldBesidesGang(slot.node(), List.of())) {
        return state;
      }
      then = then.change(slot.pod(), PodLife::reserved);
    }
    Set<String> earlier = new HashSet<>();
    then.pods()
        .assumed()
        .filter(PodEntry::isToAnyNode)
        .filter(e -> !gangs.isReserved(e.pod()) || e.isPassed())
        .filter(e -> slots.stream().noneMatch(s -> s.uid().equals(e.uid())))
        .forEach(e -> earlier.add(e.uid()));
    SortedMap<String, Slot> byUid = new TreeMap<>();
    slots.forEach(s -> byUid.put(s.uid(), s));
    GangReservation reservation =
        new GangReservation(
            SortedTree.of(byUid),
            isBoundToNodes,
            earlier,
            false,
            state.now() + Gangs.RESERVED.toNanos());
    then = then.withGangs(then.gangs().with(gang, reservation));
    return new GangHeadroom(then).nodesHaveHeadroom(reservation) ? open(then, gang) : state;
  }

  /**
   * Returns whether a gang would share nodes with another gang that the scheduler may place as a
   * whole, before a pod of either is bound. Which of them went where on such nodes isn't known.
   */
  private boolean sharesNodes(Gang gang, Collection<String> nodes) {
    return all.reservations().keys().stream()
        .filter(other -> gang.podGroup().isPresent() || other.podGroup().isPresent())
        .flatMap(other -> all.reservations().get(other).orElseThrow().slots().stream())
        .anyMatch(s -> nodes.contains(s.node()));
  }

  private static SchedulerState giveBack(SchedulerState state, Gang gang) {
    Optional<GangReservation> reservation = state.gangs().reservations().get(gang);
    SchedulerState then = state.withGangs(state.gangs().without(gang));
    for (Slot slot : reservation.map(GangReservation::slots).orElseGet(List::of)) {
      then = then.change(slot.pod(), PodLife::forgotten);
    }
    return then;
  }

  /** Ends the turn of a gang that bound no pod. The gang waits twice as long each time. */
  private static SchedulerState endTurn(SchedulerState state, Gang gang) {
    SchedulerState then = giveBack(state, gang);
    return then.withGangs(then.gangs().paused(gang, then.now()));
  }

  /** Drops reservations that are no longer due, and opens reservations that can be filled. */
  SchedulerState sync() {
    SchedulerState then = state.withGangs(all.withoutOldPauses(state.now()));
    for (Gang gang : all.reservations().keys()) {
      then = sync(then, gang);
    }
    return then;
  }

  private static SchedulerState sync(SchedulerState state, Gang gang) {
    GangReservation reservation = state.gangs().reservations().get(gang).orElseThrow();
    if (reservation.isExpired(state.now())) {
      return endTurn(state, gang);
    }
    if (reservation.slots().size() < new Gangs(state).missing(gang)) {
      return giveBack(state, gang);
    }
    if (reservation.slots().isEmpty()) {
      return state.withGangs(state.gangs().without(gang));
    }
    if (!new GangHome(state).isKeptBy(gang, reservation)) {
      return giveBack(state, gang);
    }
    SchedulerState then = state;
    for (Slot slot : reservation.slots()) {
      boolean isBeingBound =
          then.pods().get(slot.uid()).filter(e -> e.isAssumed() && !e.isToAnyNode()).isPresent();
      PodChecks checks = new PodChecks(then, slot.pod());
      if (!isBeingBound && !checks.isHeldBesidesGang(slot.node(), List.of())) {
        then = then.change(slot.pod(), PodLife::reserved);
      }
    }
    return open(then, gang);
  }

  /**
   * Opens a reservation once all pods have been heard of that might be coming to its nodes since
   * before it was made.
   */
  private static SchedulerState open(SchedulerState state, Gang gang) {
    GangReservation reservation =
        state
            .gangs()
            .reservations()
            .get(gang)
            .orElseThrow()
            .awaiting(uid -> state.pods().get(uid).filter(PodEntry::isToAnyNode).isPresent());
    SchedulerState then = state.withGangs(state.gangs().with(gang, reservation));
    if (reservation.isOpen() || !reservation.earlier().isEmpty()) {
      return then;
    }
    return new GangHeadroom(then).nodesHaveHeadroom(reservation)
        ? then.withGangs(then.gangs().with(gang, reservation.withIsOpen(true)))
        : giveBack(then, gang);
  }
}
