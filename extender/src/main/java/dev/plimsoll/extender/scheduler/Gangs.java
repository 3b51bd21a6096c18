package dev.plimsoll.extender.scheduler;

import static java.util.stream.Collectors.groupingBy;

import dev.plimsoll.extender.accounting.AssumedPod;
import dev.plimsoll.extender.accounting.GangCheck;
import dev.plimsoll.extender.accounting.GangMembers;
import dev.plimsoll.extender.accounting.HoldCheck;
import dev.plimsoll.extender.accounting.ShareCheck;
import dev.plimsoll.extender.scheduler.GangReservation.Slot;
import dev.plimsoll.extender.scheduler.PodPhase.Assumed;
import dev.plimsoll.kubernetes.capacity.NodeCapacity;
import dev.plimsoll.kubernetes.cluster.SortedTree;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.placement.framework.GangSizes;
import dev.plimsoll.kubernetes.pod.Gang;
import dev.plimsoll.kubernetes.quantity.Resources;
import dev.plimsoll.model.topology.DomainRequest;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Which pods of gangs pass, in one state. A gang's pods wait until {@link GangAdmission} has found
 * nodes for all of them that are missing; then their quota, share and nodes are reserved, in one
 * step, and given back if none of them is bound for a while. Each such turn doubles the wait until
 * the next one, up to an hour.
 */
final class Gangs {
  static final Duration RESERVED = Duration.ofSeconds(60);
  static final String REJECTION = "reserved for a gang";

  private final SchedulerState state;
  private final GangReservations all;
  private final GangSizes sizes;

  Gangs(SchedulerState state) {
    this.state = state;
    this.all = state.gangs();
    this.sizes = new GangSizes(state::cluster);
  }

  /** Returns the reservations after a watch has shown a pod. */
  GangReservations changed(Optional<Pod> before, Optional<Pod> after) {
    Pod pod = after.or(() -> before).orElseThrow();
    Optional<GangReservation> own = reservation(pod);
    if (own.isEmpty()) {
      return all;
    }
    Gang gang = Gang.of(pod).orElseThrow();
    if (after.filter(GangMembers::runs).isPresent()) {
      long expires = state.now() + RESERVED.toNanos();
      return all.with(gang, own.get().bound(pod, expires)).unpaused(gang);
    }
    return after.filter(Gangs::waits).isPresent() ? all : all.with(gang, own.get().removed(pod));
  }

  /** Returns whether the pod waits to be placed. */
  static boolean waits(Pod pod) {
    return !PodLife.isOver(pod) && pod.spec().schedulingGates().isEmpty();
  }

  private Optional<GangReservation> reservation(Pod pod) {
    return isEmpty() ? Optional.empty() : Gang.of(pod).flatMap(all.reservations()::get);
  }

  /** Returns how many of the gang's pods are still missing, as far as that is known. */
  int missing(Gang gang) {
    return Math.max(0, sizes.size(gang).orElse(0) - state.usage().members().of(gang));
  }

  /** Returns the check of the pod's gang, if the pod has a gang. */
  Optional<GangCheck> check(Pod pod) {
    return Gang.of(pod).filter(sizes::isGang).map(g -> check(pod, g));
  }

  private GangCheck check(Pod pod, Gang gang) {
    boolean awaitsPodGroup = sizes.awaitsPodGroup(gang);
    boolean awaitsJob = sizes.awaitsJob(gang);
    boolean areEnough = !awaitsPodGroup && !awaitsJob && missing(gang) == 0;
    boolean passes = reservation(pod).filter(r -> r.isOpen()).flatMap(r -> r.slot(pod)).isPresent();
    boolean isInDomain = DomainRequest.of(state.cluster(), pod).within().isPresent();
    return new GangCheck(
        gang.name(), areEnough || passes, awaitsPodGroup, awaitsJob, isPaused(gang), isInDomain);
  }

  /** Returns the gang with which the pod is held; empty if no gang holds the pod. */
  Optional<Gang> waiting(Pod pod) {
    return check(pod).flatMap(GangCheck::holdReason).flatMap(h -> Gang.of(pod));
  }

  /**
   * Returns the missing pods of a gang that may be looked at for nodes, the oldest first; empty if
   * some of them don't exist.
   */
  Optional<List<Pod>> next(Gang gang) {
    if (!isDue(gang)) {
      return Optional.empty();
    }
    int missing = missing(gang);
    return Optional.of(
            state.cluster().list(Pod.class, gang.namespace()).stream()
                .filter(p -> waits(p) && Gang.of(p).equals(Optional.of(gang)))
                .sorted(Comparator.comparing(Gangs::created).thenComparing(Pod::name))
                .limit(missing)
                .toList())
        .filter(pods -> pods.size() == missing);
  }

  private static Instant created(Pod pod) {
    return pod.metadata().creationTimestamp().orElse(Instant.EPOCH);
  }

  private boolean isPaused(Gang gang) {
    return all.pauses().get(gang).filter(p -> !p.isOver(state.now())).isPresent();
  }

  /** Returns the gangs that wait since they had their turn. */
  List<Gang> paused() {
    return all.pauses().keys().stream().filter(this::isPaused).toList();
  }

  /** Returns whether the gang may be looked at for nodes. */
  boolean isDue(Gang gang) {
    return missing(gang) > 0 && all.reservations().get(gang).isEmpty() && !isPaused(gang);
  }

  /** Returns whether it is the turn of the pod's gang; empty if it neither has nor had one. */
  Optional<GangTurn> turn(Pod pod) {
    long now = state.now();
    return reservation(pod)
        .map(r -> new GangTurn(true, Duration.ofNanos(r.expires() - now)))
        .or(
            () ->
                Gang.of(pod)
                    .flatMap(all.pauses()::get)
                    .filter(p -> !p.isOver(now))
                    .map(p -> new GangTurn(false, Duration.ofNanos(p.until() - now))));
  }

  /** Returns whether nothing is reserved. */
  boolean isEmpty() {
    return all.reservations().size() == 0;
  }

  /** Returns whether something is reserved for the pod. */
  boolean isReserved(Pod pod) {
    return reservation(pod).flatMap(r -> r.slot(pod)).isPresent();
  }

  private boolean isPassed(Slot slot) {
    return state.pods().get(slot.uid()).filter(PodEntry::isPassed).isPresent();
  }

  /** Returns for each node why the pod may not go there; empty if it may. */
  Function<String, String> rejections(Pod pod) {
    Map<String, List<Slot>> byNode = all.slots().stream().collect(groupingBy(Slot::node));
    Optional<GangReservation> own = reservation(pod);
    Optional<Slot> ownSlot = own.flatMap(r -> r.slot(pod));
    Resources requests = NodeCapacity.requests(pod);
    Map<String, Resources> coming = coming(pod);
    List<Slot> passed = passed(pod);
    return node -> {
      if (ownSlot.isPresent() && own.get().excludes(ownSlot.get(), node)) {
        return REJECTION;
      }
      List<Slot> others = new ArrayList<>(byNode.getOrDefault(node, List.of()));
      ownSlot.ifPresent(s -> others.removeIf(o -> own.get().mayTake(s, o)));
      if (others.isEmpty()) {
        return "";
      }
      passed.stream().filter(s -> !others.contains(s)).forEach(others::add);
      Resources taken =
          sum(
              Stream.concat(
                  others.stream().map(Slot::requests),
                  Stream.of("", node).map(n -> coming.getOrDefault(n, Resources.EMPTY))));
      return hasHeadroom(node, taken, requests) ? "" : REJECTION;
    };
  }

  /**
   * Returns the requests of other pods without a reservation, by the node that each is being bound
   * to. Pods that may come to any node have the empty name.
   */
  private Map<String, Resources> coming(Pod pod) {
    Map<String, Resources> coming = new HashMap<>();
    state
        .pods()
        .assumed()
        .filter(e -> !e.uid().equals(AssumedPod.uid(pod)) && !isReserved(e.pod()))
        .forEach(
            e ->
                coming.merge(
                    e.phase().assumed().map(Assumed::node).orElse(""),
                    NodeCapacity.requests(e.pod()),
                    Resources::add));
    return coming;
  }

  /** Returns the slots of other pods that may come to any node. */
  private List<Slot> passed(Pod pod) {
    return all.reservations().values().stream()
        .filter(r -> !r.isBoundToNodes())
        .flatMap(r -> r.slots().stream().filter(this::isPassed))
        .filter(s -> !s.uid().equals(AssumedPod.uid(pod)))
        .toList();
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
        && slots.stream().noneMatch(this::isPassed)
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

  private boolean hasHeadroom(String node, Resources taken, Resources requests) {
    Resources free = state.usage().nodes().of(node).capacity().free().subtract(taken);
    return requests.removeZeros().names().stream()
        .allMatch(n -> free.getOrZero(n).compareTo(requests.getOrZero(n)) >= 0);
  }

  private static Resources sum(Stream<Resources> some) {
    return some.reduce(Resources.EMPTY, Resources::add);
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
    if (!isDue(gang) || pods.size() < missing(gang) || sharesNodes(gang, nodes.values())) {
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
        .filter(e -> !isReserved(e.pod()) || e.isPassed())
        .filter(e -> slots.stream().noneMatch(s -> s.uid().equals(e.uid())))
        .forEach(e -> earlier.add(e.uid()));
    SortedMap<String, Slot> byUid = new TreeMap<>();
    slots.forEach(s -> byUid.put(s.uid(), s));
    GangReservation reservation =
        new GangReservation(
            SortedTree.of(byUid), isBoundToNodes, earlier, false, state.now() + RESERVED.toNanos());
    then = then.withGangs(then.gangs().with(gang, reservation));
    return new Gangs(then).nodesHaveHeadroom(reservation) ? open(then, gang) : state;
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

  /** Returns whether each node has headroom for all that is reserved on it. */
  private boolean nodesHaveHeadroom(GangReservation reservation) {
    Map<String, Resources> reserved = new HashMap<>();
    all.slots().forEach(s -> reserved.merge(s.node(), s.requests(), Resources::add));
    Map<String, Resources> coming = new HashMap<>();
    state
        .pods()
        .assumed()
        .filter(e -> !e.isToAnyNode() && !isReserved(e.pod()))
        .forEach(e -> coming.merge(e.node(), NodeCapacity.requests(e.pod()), Resources::add));
    return reservation.slots().stream()
        .map(Slot::node)
        .distinct()
        .allMatch(
            n ->
                hasHeadroom(
                    n,
                    coming.getOrDefault(n, Resources.EMPTY),
                    reserved.getOrDefault(n, Resources.EMPTY)));
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
    return new Gangs(then).nodesHaveHeadroom(reservation)
        ? then.withGangs(then.gangs().with(gang, reservation.withIsOpen(true)))
        : giveBack(then, gang);
  }
}
