package dev.plimsoll.extender.scheduler;

import dev.plimsoll.extender.scheduler.GangReservation.Slot;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.pod.Gang;
import dev.plimsoll.model.hold.ReservedNode;
import dev.plimsoll.model.hold.ReservedNode.Holder;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * The decisions about nodes for large pods and gangs. Nodes are looked for in a state that others
 * may replace meanwhile; what is found is checked again when it is reserved.
 */
public final class ReservationDecisions {
  private final Supplier<SchedulerState> states;
  private final Function<UnaryOperator<SchedulerState>, SchedulerState> commit;

  ReservationDecisions(
      Supplier<SchedulerState> states,
      Function<UnaryOperator<SchedulerState>, SchedulerState> commit) {
    this.states = states;
    this.commit = commit;
  }

  /**
   * Returns the nodes that are reserved for large pods and for pods of gangs. The oldest
   * reservation comes first.
   */
  public List<NodeReservation> all() {
    return states.get().nodes().all();
  }

  /** Returns the number of reserved nodes. */
  public int nodes() {
    return states.get().nodes().nodes();
  }

  /** Returns how long a node stays reserved if the pod is not placed. */
  public Duration left(NodeReservation reservation) {
    return Duration.ofNanos(reservation.expires() - states.get().now());
  }

  /** Returns how many have been made. */
  public long made() {
    return states.get().nodes().made();
  }

  /** Returns how many were given up since their time was over. */
  public long expired() {
    return states.get().nodes().expired();
  }

  /**
   * Returns whether there are neither large pods that wait nor nodes that are reserved for some.
   */
  boolean areIdle() {
    return NodeReservations.isIdle(states.get());
  }

  /**
   * Keeps the reservations that are due.
   *
   * @param nodesWithDevices how many nodes there are that have devices
   * @return the claim for which nodes are to be looked for, if there is one
   */
  Optional<NodeClaim> next(int nodesWithDevices) {
    SchedulerState state = commit.apply(s -> NodeReservations.sync(s, nodesWithDevices));
    NodeReservations.Next next = NodeReservations.next(state, nodesWithDevices);
    defer(next.deferred(), NodeReservations.RETRY);
    return next.claim();
  }

  /** Returns the snapshot in which a node for the pod is searched. */
  PlacementView placement(Pod pod) {
    SchedulerState state = states.get();
    return PlacementView.of(
        state.cluster(),
        state.gangs().slots(),
        state.pods().assumed().flatMap(e -> e.assumedPod().stream()).toList(),
        state.nodes().nodesOfOthers(pod));
  }

  /** Returns on which nodes each pod's devices are divided, and its tenant's. */
  Function<Pod, Predicate<String>> withinShare(NodeClaim claim) {
    return NodeReservations.withinShare(states.get(), claim);
  }

  /** Returns whether the pods are of one tenant, or of one namespace. */
  public boolean areOfOneTenant(Pod one, Pod other) {
    TenantTurns turns = new TenantTurns(states.get());
    return turns.of(one).equals(turns.of(other));
  }

  /**
   * Returns the reservations of others on the nodes that rejected a held pod, and the reservations
   * of the pod's own gang. The first to end comes first.
   *
   * @param now the time of day
   */
  public List<ReservedNode> of(Pod pod, Instant now) {
    SchedulerState state = states.get();
    Set<String> nodes =
        state
            .pods()
            .get(pod)
            .flatMap(PodEntry::hold)
            .map(h -> h.shape().reservedNodes())
            .orElse(Set.of());
    List<ReservedNode> reserved = new ArrayList<>();
    state.nodes().all().stream()
        .filter(r -> isOfOwnGang(r, pod) || (nodes.contains(r.node()) && !r.isFor(pod)))
        .map(r -> reserved(r, pod, now.plus(left(r))))
        .distinct()
        .forEach(reserved::add);
    for (GangReservation gang : state.gangs().reservations().values()) {
      Instant until = now.plusNanos(gang.expires() - state.now());
      boolean isOwn = gang.slot(pod).isPresent();
      gang.slots().stream()
          .filter(s -> isOwn || nodes.contains(s.node()))
          .map(s -> reserved(s.node(), Holder.Gang, pod, s.pod(), until))
          .distinct()
          .forEach(reserved::add);
    }
    reserved.sort(Comparator.comparing(ReservedNode::until).thenComparing(ReservedNode::node));
    return reserved;
  }

  private static boolean isOfOwnGang(NodeReservation reservation, Pod pod) {
    return reservation.gang().isPresent() && reservation.isFor(pod);
  }

  private ReservedNode reserved(NodeReservation reservation, Pod pod, Instant until) {
    ReservedNode reserved =
        reserved(reservation.node(), holder(reservation), pod, reservation.pod(), until);
    Duration ttl = states.get().settings().reservations().ttl();
    return isOfOwnGang(reservation, pod)
        ? reserved.keptSince(until.minus(ttl).truncatedTo(ChronoUnit.SECONDS))
        : reserved;
  }

  private static Holder holder(NodeReservation reservation) {
    return reservation.gang().isPresent() ? Holder.Gang : Holder.LargePod;
  }

  private ReservedNode reserved(String node, Holder holder, Pod pod, Pod other, Instant until) {
    return new ReservedNode(
        node, holder, areOfOneTenant(pod, other), until.truncatedTo(ChronoUnit.SECONDS));
  }

  /** Reserves nodes for a claim, unless something has changed since they were found. */
  void reserve(NodeClaim claim, List<Slot> slots, int nodesWithDevices) {
    SchedulerState unused =
        commit.apply(s -> NodeReservations.reserve(s, claim, slots, nodesWithDevices));
  }

  /** Notes that no nodes were found for a claim. */
  void defer(NodeClaim claim) {
    defer(claim.pods(), Duration.ofNanos(Long.MAX_VALUE));
  }

  private void defer(List<Pod> pods, Duration time) {
    if (!pods.isEmpty()) {
      SchedulerState unused = commit.apply(s -> NodeReservations.later(s, pods, time));
    }
  }

  /** Returns whether it is the turn of the pod's gang; empty if it neither has nor had one. */
  public Optional<GangTurn> turn(Pod pod) {
    return new Gangs(states.get()).turn(pod);
  }

  /** Returns the gangs that wait, and their missing pods, in the order of the gangs' turns. */
  Map<Gang, List<Pod>> waitingGangs() {
    SchedulerState state = commit.apply(s -> new GangTurns(s).sync());
    Gangs gangs = new Gangs(state);
    gangs.paused().forEach(g -> tellTurn(state, g));
    Map<Gang, List<Pod>> waiting = new LinkedHashMap<>();
    state
        .pods()
        .held()
        .sorted(
            Comparator.<PodEntry>comparingInt(e -> Preemption.priority(e.pod()))
                .reversed()
                .thenComparing(Hold.BY_AGE))
        .flatMap(e -> Gang.of(e.pod()).stream())
        .distinct()
        .forEach(g -> gangs.next(g).ifPresent(pods -> waiting.put(g, pods)));
    return waiting;
  }

  /** Has the pods of a gang say that the gang had its turn. */
  private void tellTurn(SchedulerState state, Gang gang) {
    state
        .pods()
        .held()
        .filter(e -> Gang.of(e.pod()).equals(Optional.of(gang)))
        .filter(e -> !new PodChecks(state, e.pod()).holds().equals(e.reasons()))
        .forEach(this::tellTurn);
  }

  private void tellTurn(PodEntry entry) {
    SchedulerState unused = commit.apply(s -> s.change(entry.pod(), PodLife::heldAgain));
  }

  /** Returns where gangs must be that name a domain. */
  GangHome home() {
    return new GangHome(states.get());
  }

  /** Reserves nodes for a gang, as {@link Gangs} does; returns whether they still have headroom. */
  boolean reserve(Gang gang, List<Pod> pods, Map<String, String> nodes, boolean isBoundToNodes) {
    SchedulerState then =
        commit.apply(s -> new GangTurns(s).reserve(gang, pods, nodes, isBoundToNodes));
    return then.gangs().reservations().get(gang).isPresent();
  }
}
