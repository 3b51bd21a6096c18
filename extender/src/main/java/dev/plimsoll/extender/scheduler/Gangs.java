package dev.plimsoll.extender.scheduler;

import static java.util.stream.Collectors.groupingBy;

import dev.plimsoll.extender.accounting.AssumedPod;
import dev.plimsoll.extender.accounting.GangCheck;
import dev.plimsoll.extender.accounting.HoldCheck;
import dev.plimsoll.extender.accounting.ShareCheck;
import dev.plimsoll.extender.scheduler.GangReservation.Slot;
import dev.plimsoll.model.capacity.NodeCapacity;
import dev.plimsoll.model.object.Pod;
import dev.plimsoll.model.placement.framework.GangSizes;
import dev.plimsoll.model.pod.Gang;
import dev.plimsoll.model.quantity.Resources;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Which pods of gangs are let pass. A gang's pods wait until {@link GangAdmission} has found nodes
 * for all of them that are missing; then their quota, share and nodes are reserved, in one step,
 * and given back if none of them is bound for a while. Each such turn doubles the wait until the
 * next one, up to an hour. For one thread at a time.
 */
final class Gangs {
  static final Duration RESERVED = Duration.ofSeconds(60);
  static final Duration LONGEST_PAUSE = Duration.ofHours(1);
  static final String REJECTION = "reserved for a gang";

  private final SchedulerCache cache;
  private final GangSizes sizes;
  private final RunningMembers running = new RunningMembers();
  private final Map<Gang, GangReservation> reservations = new LinkedHashMap<>();
  private final Map<Gang, Pause> pauses = new HashMap<>();

  /** How often in a row a gang's turn ended without a pod bound, and until when it waits. */
  private record Pause(int turns, long until) {
    Pause next(long now) {
      Duration wait = RESERVED.multipliedBy(1L << Math.min(turns, 10));
      long nanos = Math.min(wait.toNanos(), LONGEST_PAUSE.toNanos());
      return new Pause(turns + 1, now + nanos);
    }
  }

  Gangs(SchedulerCache cache) {
    this.cache = cache;
    this.sizes = new GangSizes(cache::cluster);
    cache.cluster().list(Pod.class).forEach(p -> changed(Optional.empty(), Optional.of(p)));
  }

  /** Takes in how a watch shows a pod. */
  void changed(Optional<Pod> before, Optional<Pod> after) {
    running.changed(before, after);
    Pod pod = after.or(() -> before).orElseThrow();
    Optional<GangReservation> own = reservation(pod);
    if (own.isPresent()) {
      if (after.filter(RunningMembers::runs).isPresent()) {
        own.get().bound(pod, cache.inFlight().now() + RESERVED.toNanos());
        Gang.of(pod).ifPresent(pauses::remove);
      } else if (!after.filter(Gangs::waits).isPresent()) {
        own.get().remove(pod);
      }
    }
  }

  /** Returns whether the pod waits to be placed. */
  static boolean waits(Pod pod) {
    return !pod.isBound()
        && !pod.isTerminal()
        && !pod.isTerminating()
        && pod.spec().schedulingGates().isEmpty();
  }

  private Optional<GangReservation> reservation(Pod pod) {
    return reservations.isEmpty()
        ? Optional.empty()
        : Gang.of(pod).flatMap(g -> Optional.ofNullable(reservations.get(g)));
  }

  /** Returns how many of the gang's pods are still missing, as far as that is known. */
  int missing(Gang gang) {
    return Math.max(0, sizes.size(gang).orElse(0) - running.of(gang));
  }

  /** Returns the check of the pod's gang, if the pod has a gang. */
  Optional<GangCheck> check(Pod pod) {
    return Gang.of(pod).filter(sizes::isGang).map(g -> check(pod, g));
  }

  private GangCheck check(Pod pod, Gang gang) {
    boolean awaitsPodGroup = sizes.awaitsPodGroup(gang);
    boolean areEnough = !awaitsPodGroup && missing(gang) == 0;
    return new GangCheck(gang.name(), areEnough || isLetPass(pod), awaitsPodGroup, isPaused(gang));
  }

  private boolean isPaused(Gang gang) {
    return Optional.ofNullable(pauses.get(gang))
        .filter(p -> p.until() - cache.inFlight().now() > 0)
        .isPresent();
  }

  private boolean isLetPass(Pod pod) {
    return reservation(pod).filter(GangReservation::isOpen).flatMap(r -> r.slot(pod)).isPresent();
  }

  /** Returns whether the gang may be looked at for nodes. */
  boolean isDue(Gang gang) {
    return missing(gang) > 0 && !reservations.containsKey(gang) && !isPaused(gang);
  }

  /** Returns whether it is the turn of the pod's gang; empty if it neither has nor had one. */
  Optional<GangTurn> turn(Pod pod) {
    long now = cache.inFlight().now();
    return reservation(pod)
        .map(r -> new GangTurn(true, Duration.ofNanos(r.expires() - now)))
        .or(
            () ->
                Gang.of(pod)
                    .flatMap(g -> Optional.ofNullable(pauses.get(g)))
                    .filter(p -> p.until() - now > 0)
                    .map(p -> new GangTurn(false, Duration.ofNanos(p.until() - now))));
  }

  /** Returns whether nothing is reserved. */
  boolean isEmpty() {
    return reservations.isEmpty();
  }

  /** Returns the reservations on nodes. */
  List<Slot> slots() {
    return reservations.values().stream().flatMap(r -> r.slots().stream()).toList();
  }

  /** Returns for each node why the pod may not go there; empty if it may. */
  Function<String, String> rejections(Pod pod) {
    Map<String, List<Slot>> byNode = slots().stream().collect(groupingBy(Slot::node));
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
   * Returns what other pods request that have nothing reserved, by the node that they are being
   * bound to; of pods that may come to any node, by the empty name.
   */
  private Map<String, Resources> coming(Pod pod) {
    Map<String, Resources> coming = new HashMap<>();
    cache.inFlight().assumed().all().stream()
        .filter(a -> !a.uid().equals(AssumedPod.uid(pod)))
        .filter(a -> !isReserved(a.pod()))
        .forEach(a -> coming.merge(a.node(), NodeCapacity.requests(a.pod()), Resources::add));
    return coming;
  }

  /**
   * Gives back what gangs have reserved on these nodes beyond their tenants' shares, if the pod is
   * within its own: nobody's borrowed reservation goes before an owner's pod. A gang that the
   * scheduler is at work on keeps what it has.
   *
   * @param checks what quotas and shares say of the pod
   * @return whether anything was given back
   */
  boolean yieldTo(Pod pod, List<HoldCheck> checks, Set<String> nodes) {
    List<ShareCheck> shares =
        checks.stream()
            .filter(ShareCheck.class::isInstance)
            .map(ShareCheck.class::cast)
            .filter(ShareCheck::holds)
            .toList();
    if (shares.isEmpty() || !shares.stream().allMatch(ShareCheck::isWithinShare)) {
      return false;
    }
    List<Gang> yielding =
        reservations.entrySet().stream()
            .filter(e -> !Gang.of(pod).equals(Optional.of(e.getKey())))
            .filter(e -> e.getValue().slots().stream().anyMatch(s -> nodes.contains(s.node())))
            .filter(e -> e.getValue().slots().stream().noneMatch(e.getValue()::isPassed))
            .filter(e -> isBorrowed(e.getValue()))
            .map(Map.Entry::getKey)
            .toList();
    yielding.forEach(this::endTurn);
    return !yielding.isEmpty();
  }

  private boolean isBorrowed(GangReservation reservation) {
    return reservation.slots().stream()
        .anyMatch(s -> cache.usage().isBeyondShare(cache.cluster(), s.pod()));
  }

  /** Returns the slots of other pods that may come to any node. */
  private List<Slot> passed(Pod pod) {
    return reservations.values().stream()
        .filter(r -> !r.isBoundToNodes())
        .flatMap(r -> r.slots().stream().filter(r::isPassed))
        .filter(s -> !s.uid().equals(AssumedPod.uid(pod)))
        .toList();
  }

  /** Takes in that the pod was let pass, or that the scheduler has not placed it. */
  void passed(Pod pod, boolean now) {
    reservation(pod).ifPresent(r -> r.passed(pod, now));
  }

  /** Returns whether something is reserved for the pod. */
  boolean isReserved(Pod pod) {
    return reservation(pod).flatMap(r -> r.slot(pod)).isPresent();
  }

  private boolean isPassed(Pod pod) {
    return reservation(pod).filter(r -> r.slot(pod).filter(r::isPassed).isPresent()).isPresent();
  }

  private boolean hasHeadroom(String node, Resources taken, Resources requests) {
    Resources free = cache.usage().nodes().of(node).capacity().free().subtract(taken);
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
   * @return whether quota, share and nodes still have it
   */
  boolean reserve(Gang gang, List<Pod> pods, Map<String, String> nodes, boolean isBoundToNodes) {
    List<Slot> slots = new ArrayList<>();
    boolean fits =
        isDue(gang) && pods.size() >= missing(gang) && !sharesNodes(gang, nodes.values());
    for (Pod pod : pods) {
      Slot slot = new Slot(pod, nodes.getOrDefault(pod.key(), ""));
      fits = fits && cache.stored(pod).filter(Gangs::waits).isPresent() && assume(slot);
      slots.add(slot);
    }
    Set<String> earlier = new HashSet<>();
    cache.inFlight().assumed().on("").stream()
        .filter(a -> !isReserved(a.pod()) || isPassed(a.pod()))
        .filter(a -> slots.stream().noneMatch(s -> s.uid().equals(a.uid())))
        .forEach(a -> earlier.add(a.uid()));
    GangReservation reservation =
        new GangReservation(
            slots, isBoundToNodes, earlier, cache.inFlight().now() + RESERVED.toNanos());
    reservations.put(gang, reservation);
    if (!fits || !nodesHaveHeadroom(reservation)) {
      giveBack(gang);
      return false;
    }
    open(gang, reservation);
    return true;
  }

  /**
   * Returns whether a gang would share nodes with another, one of which the scheduler may place as
   * a whole before any of its pods is bound. Which of them went where on such nodes isn't known.
   */
  private boolean sharesNodes(Gang gang, Collection<String> nodes) {
    return reservations.entrySet().stream()
        .filter(e -> gang.podGroup().isPresent() || e.getKey().podGroup().isPresent())
        .flatMap(e -> e.getValue().slots().stream())
        .anyMatch(s -> nodes.contains(s.node()));
  }

  /** Assumes a pod on quota and share if they have headroom for it. */
  private boolean assume(Slot slot) {
    boolean fits = !cache.isHeldBesidesGang(slot.pod(), slot.node(), List.of());
    if (fits) {
      cache.inFlight().assume(slot.pod(), "");
    }
    return fits;
  }

  /** Returns whether each node has headroom for all that is reserved on it. */
  private boolean nodesHaveHeadroom(GangReservation reservation) {
    return reservation.slots().stream()
        .map(Slot::node)
        .distinct()
        .allMatch(
            node -> {
              Resources reserved =
                  sum(slots().stream().filter(s -> s.node().equals(node)).map(Slot::requests));
              Resources coming =
                  sum(
                      cache.inFlight().assumed().on(node).stream()
                          .filter(a -> !isReserved(a.pod()))
                          .map(a -> NodeCapacity.requests(a.pod())));
              return hasHeadroom(node, coming, reserved);
            });
  }

  private void giveBack(Gang gang) {
    Optional.ofNullable(reservations.remove(gang))
        .ifPresent(r -> r.slots().forEach(s -> cache.inFlight().forget(s.uid())));
  }

  /** Ends the turn of a gang that bound no pod. The gang waits twice as long each time. */
  private void endTurn(Gang gang) {
    giveBack(gang);
    long now = cache.inFlight().now();
    pauses.put(gang, pauses.getOrDefault(gang, new Pause(0, now)).next(now));
  }

  /**
   * Keeps what is reserved as long as it is due, and opens what nothing stands against any more.
   *
   * @return the gangs that wait since they had their turn
   */
  List<Gang> sync() {
    long now = cache.inFlight().now();
    pauses.values().removeIf(p -> now - p.until() > LONGEST_PAUSE.toNanos());
    Map.copyOf(reservations).forEach(this::sync);
    return pauses.keySet().stream().filter(this::isPaused).toList();
  }

  private void sync(Gang gang, GangReservation reservation) {
    if (reservation.isExpired(cache.inFlight().now())) {
      endTurn(gang);
    } else if (reservation.slots().size() < missing(gang)) {
      giveBack(gang);
    } else if (reservation.slots().isEmpty()) {
      reservations.remove(gang);
    } else {
      reservation.slots().stream()
          .filter(
              s ->
                  cache.inFlight().assumed().of(s.pod()).stream().allMatch(a -> a.node().isEmpty()))
          .forEach(this::assume);
      open(gang, reservation);
    }
  }

  /**
   * Opens a reservation once all pods have been heard of that might be coming to its nodes since
   * before it was made.
   */
  private void open(Gang gang, GangReservation reservation) {
    if (!reservation.isOpen()
        && reservation.awaitsNone(
            uid ->
                cache.inFlight().assumed().of(uid).filter(a -> a.node().isEmpty()).isPresent())) {
      if (nodesHaveHeadroom(reservation)) {
        reservation.open();
      } else {
        giveBack(gang);
      }
    }
  }
}
