package dev.plimsoll.extender.scheduler;

import dev.plimsoll.extender.accounting.AssumedPod;
import dev.plimsoll.extender.accounting.ClusterUsage;
import dev.plimsoll.extender.accounting.HoldCheck;
import dev.plimsoll.extender.accounting.HoldReason;
import dev.plimsoll.extender.accounting.ShareCheck;
import dev.plimsoll.extender.config.ReservationSettings;
import dev.plimsoll.kubernetes.capacity.NodeAvailability;
import dev.plimsoll.kubernetes.object.Node;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.Resources;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Which nodes are reserved for large pods. One that waits within its tenant's share could wait for
 * ever while smaller pods take whatever becomes free. An instance never changes.
 *
 * @param all the reservations, the oldest first
 * @param made how many have been made
 * @param expired how many of them were given up since their time was over
 */
record NodeReservations(List<NodeReservation> all, long made, long expired) {
  static final NodeReservations NONE = new NodeReservations(List.of(), 0, 0);
  static final String REJECTION = "reserved for a large pod";

  /** A pod that isn't within its tenant's share is looked at again after this. */
  static final Duration RETRY = Duration.ofSeconds(10);

  private static final int LOOKED_AT = 64;

  /**
   * A large pod for which a node is to be looked for, and those before it that are not their turn.
   */
  record Next(Optional<Pod> pod, List<Pod> deferred) {}

  private NodeReservations with(List<NodeReservation> some) {
    return some.equals(all) ? this : new NodeReservations(List.copyOf(some), made, expired);
  }

  private NodeReservations only(Predicate<NodeReservation> kept) {
    return all.isEmpty() ? this : with(all.stream().filter(kept).toList());
  }

  /** Returns these without those for a pod, which is placed or gone. */
  NodeReservations withoutPod(Pod pod) {
    return only(r -> !r.isFor(pod));
  }

  /** Returns these without that of a node, which is gone. */
  NodeReservations without(Node node) {
    return only(r -> !r.node().equals(node.name()));
  }

  /** Returns the nodes that are not to be given to the pod. */
  List<String> nodesOfOthers(Pod pod) {
    return all.stream().filter(r -> !r.isFor(pod)).map(NodeReservation::node).toList();
  }

  private Optional<NodeReservation> on(String node) {
    return all.stream().filter(r -> r.node().equals(node)).findFirst();
  }

  /** Returns on which nodes the pod would leave too little of what is reserved for others. */
  Set<String> keepingOff(SchedulerState state, Pod pod) {
    if (all.isEmpty()) {
      return Set.of();
    }
    ReservedHeadroom headroom = new ReservedHeadroom(state, pod);
    Set<String> nodes = new HashSet<>();
    for (NodeReservation reservation : all) {
      if (headroom.isTooLittle(reservation, List.of())) {
        nodes.add(reservation.node());
      }
    }
    return nodes;
  }

  /** Returns whether the pod would leave too little on the node once these have gone. */
  boolean keepsOff(SchedulerState state, Pod pod, String node, List<Pod> gone) {
    return on(node).filter(r -> new ReservedHeadroom(state, pod).isTooLittle(r, gone)).isPresent();
  }

  /** Returns how many devices of a kind the pod requests at most. */
  private static Quantity size(Pod pod) {
    Resources devices = NodeReservation.devices(pod);
    return devices.names().stream().map(devices::getOrZero).reduce(Quantity.ZERO, Quantity::max);
  }

  private static boolean isLarge(PodEntry entry) {
    return entry.waits() && size(entry.pod()).compareTo(Quantity.of(1)) > 0;
  }

  /** Returns whether there is no reservation to keep or to make. */
  static boolean isIdle(SchedulerState state) {
    return state.settings().reservations().mostPercent() == 0
        || (state.nodes().all.isEmpty()
            && state.pods().all().stream().noneMatch(NodeReservations::isLarge));
  }

  /**
   * Keeps the reservations that are due. The pod waits or is on its way, and nothing holds it. All
   * such pods together are within their tenants' shares. The node can take the pod.
   *
   * @param nodes how many nodes there are that have devices
   */
  static SchedulerState sync(SchedulerState state, int nodes) {
    ReservationSettings settings = state.settings().reservations();
    SchedulerState then = state;
    SchedulerState tried = state;
    List<NodeReservation> kept = new ArrayList<>();
    long expired = state.nodes().expired;
    for (NodeReservation reservation : state.nodes().all) {
      boolean isExpired = reservation.expires() - state.now() <= 0;
      if (isExpired) {
        expired++;
        then = deferred(then, reservation.pod(), settings.ttl());
      } else if (kept.size() < settings.most(nodes) && isDue(tried, reservation)) {
        tried = tried.trying(reservation.pod());
        kept.add(reservation);
      }
    }
    return then.withNodes(new NodeReservations(List.copyOf(kept), state.nodes().made, expired));
  }

  private static boolean isDue(SchedulerState tried, NodeReservation reservation) {
    Pod pod = reservation.pod();
    return tried.pods().get(pod).filter(e -> isLarge(e) || e.isInFlight()).isPresent()
        && withinShare(tried, pod).test(reservation.node())
        && tried
            .cluster()
            .find(Node.class, "", reservation.node())
            .filter(n -> NodeAvailability.of(n, pod.spec().tolerations()).isAvailable())
            .isPresent();
  }

  /** Returns the state in which a node is reserved for the pod not before that time is over. */
  private static SchedulerState deferred(SchedulerState state, Pod pod, Duration time) {
    long due = state.now() + time.toNanos();
    return state.change(pod, (life, entry) -> life.deferred(entry, due));
  }

  /** Returns the state in which a node is reserved for some pods later than now. */
  static SchedulerState deferred(SchedulerState state, List<Pod> pods, Duration time) {
    Duration after = state.settings().reservations().after();
    SchedulerState then = state;
    for (Pod pod : pods) {
      then = deferred(then, pod, time.compareTo(after) < 0 ? time : after);
    }
    return then;
  }

  /** Returns whether nothing holds the pod on some nodes whose devices are its tenant's there. */
  private static boolean isWithinSomeShare(SchedulerState state, Pod pod) {
    List<HoldCheck> checks = new PodChecks(state, pod).all();
    return !state.usage().coverAll(HoldCheck.holds(checks))
        && shares(checks).stream().anyMatch(s -> s.isWithinShare() && divides(s, pod));
  }

  /** Returns on which nodes nothing holds the pod, and its devices are its tenant's by a share. */
  static Predicate<String> withinShare(SchedulerState state, Pod pod) {
    ClusterUsage usage = state.usage();
    List<HoldCheck> checks = new PodChecks(state, pod).all();
    List<HoldReason> holds = HoldCheck.holds(checks);
    List<ShareCheck> all = shares(checks);
    return node -> {
      List<ShareCheck> shares =
          all.stream().filter(s -> usage.divides(s.policy(), s.resources(), node)).toList();
      return holds.stream().noneMatch(h -> usage.concerns(h, node))
          && shares.stream().allMatch(ShareCheck::isWithinShare)
          && shares.stream().anyMatch(s -> divides(s, pod));
    };
  }

  private static List<ShareCheck> shares(List<HoldCheck> checks) {
    return checks.stream()
        .filter(ShareCheck.class::isInstance)
        .map(ShareCheck.class::cast)
        .filter(ShareCheck::holds)
        .toList();
  }

  private static boolean divides(ShareCheck share, Pod pod) {
    return NodeReservation.devices(pod).names().stream().anyMatch(share.resources()::contains);
  }

  /**
   * Returns the next pod that needs a reserved node. The tenant with the fewest reserved nodes goes
   * first, then the tenant that uses the least of its share. Of its pods, the most important and
   * largest goes first.
   *
   * @param nodes how many nodes there are that have devices
   */
  static Next next(SchedulerState state, int nodes) {
    List<NodeReservation> all = state.nodes().all;
    if (all.size() >= state.settings().reservations().most(nodes)) {
      return new Next(Optional.empty(), List.of());
    }
    SchedulerState tried = state;
    for (NodeReservation reservation : all) {
      tried = tried.trying(reservation.pod());
    }
    List<Pod> deferred = new ArrayList<>();
    for (Pod pod : inTurn(tried)) {
      if (isWithinSomeShare(tried, pod)) {
        return new Next(Optional.of(pod), deferred);
      }
      deferred.add(pod);
    }
    return new Next(Optional.empty(), deferred);
  }

  private static List<Pod> inTurn(SchedulerState state) {
    TenantTurns turns = new TenantTurns(state);
    Set<String> having = new HashSet<>();
    for (NodeReservation reservation : state.nodes().all) {
      turns.of(reservation.pod()).reserve();
      having.add(AssumedPod.uid(reservation.pod()));
    }
    return state.pods().all().stream()
        .filter(NodeReservations::isLarge)
        .filter(e -> isDue(e, state.now()) && !having.contains(e.uid()))
        .sorted(
            Comparator.<PodEntry>comparingInt(e -> turns.of(e.pod()).reserved())
                .thenComparingDouble(e -> turns.of(e.pod()).used())
                .thenComparing(
                    Comparator.<PodEntry>comparingInt(e -> Preemption.priority(e.pod())).reversed())
                .thenComparing(
                    Comparator.<PodEntry, Quantity>comparing(e -> size(e.pod())).reversed())
                .thenComparing(e -> e.due().orElse(Long.MAX_VALUE)))
        .limit(LOOKED_AT)
        .map(PodEntry::pod)
        .toList();
  }

  private static boolean isDue(PodEntry entry, long now) {
    return entry.due().filter(due -> due <= now).isPresent();
  }

  /** Reserves a node, unless something has changed since it was found. */
  static SchedulerState reserve(SchedulerState state, Pod pod, String node, int nodes) {
    ReservationSettings settings = state.settings().reservations();
    NodeReservations reservations = state.nodes();
    boolean isWanted =
        state.pods().get(pod).filter(e -> isLarge(e) && isDue(e, state.now())).isPresent();
    if (!isWanted
        || reservations.on(node).isPresent()
        || reservations.all.size() >= settings.most(nodes)
        || !withinShare(state, pod).test(node)) {
      return state;
    }
    List<NodeReservation> more = new ArrayList<>(reservations.all);
    more.add(new NodeReservation(pod, node, state.now() + settings.ttl().toNanos()));
    SchedulerState then = sync(state.withNodes(reservations.with(more)), nodes);
    NodeReservations kept = then.nodes();
    return kept.on(node).isPresent()
        ? then.withNodes(new NodeReservations(kept.all, kept.made + 1, kept.expired))
        : then;
  }
}
