package dev.plimsoll.extender.scheduler;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toList;

import dev.plimsoll.extender.accounting.AssumedPod;
import dev.plimsoll.extender.accounting.ClusterUsage;
import dev.plimsoll.extender.accounting.HoldCheck;
import dev.plimsoll.extender.accounting.HoldReason;
import dev.plimsoll.extender.accounting.ShareCheck;
import dev.plimsoll.extender.config.ReservationSettings;
import dev.plimsoll.extender.scheduler.GangReservation.Slot;
import dev.plimsoll.kubernetes.capacity.NodeAvailability;
import dev.plimsoll.kubernetes.object.Node;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.pod.Gang;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * The nodes that are reserved for large pods and for gangs. A large pod or a gang that waits within
 * its tenant's share could wait for ever while smaller pods take each device that becomes free. An
 * instance never changes.
 *
 * <p>The reservations of a gang's pods are made in one step, and end in one step. One node may be
 * reserved for several pods of one gang.
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

  /** The claim for which nodes are to be looked for, and the pods before it that have no turn. */
  record Next(Optional<NodeClaim> claim, List<Pod> deferred) {}

  private NodeReservations with(List<NodeReservation> some) {
    return some.equals(all) ? this : new NodeReservations(List.copyOf(some), made, expired);
  }

  private NodeReservations only(Predicate<NodeReservation> kept) {
    return all.isEmpty() ? this : with(all.stream().filter(kept).toList());
  }

  /** Returns these without those for a pod, which is placed or gone. */
  NodeReservations withoutPod(Pod pod) {
    return only(r -> !r.isOf(pod));
  }

  /** Returns these without that of a node, which is gone. */
  NodeReservations without(Node node) {
    return only(r -> !r.node().equals(node.name()));
  }

  /** Returns the nodes that are not to be given to the pod. */
  List<String> nodesOfOthers(Pod pod) {
    return all.stream().filter(r -> !r.isFor(pod)).map(NodeReservation::node).distinct().toList();
  }

  /** Returns the number of reserved nodes. */
  int nodes() {
    return nodes(all);
  }

  private static int nodes(List<NodeReservation> some) {
    return (int) some.stream().map(NodeReservation::node).distinct().count();
  }

  private List<NodeReservation> on(String node) {
    return all.stream().filter(r -> r.node().equals(node)).toList();
  }

  /**
   * Returns the nodes on which the pod would leave others too little of their reservations, and
   * each node's reason to reject the pod.
   */
  Map<String, String> keepingOff(SchedulerState state, Pod pod) {
    if (all.isEmpty()) {
      return Map.of();
    }
    ReservedHeadroom headroom = new ReservedHeadroom(state, pod);
    Map<String, String> nodes = new HashMap<>();
    Map<String, List<NodeReservation>> byNode =
        all.stream().collect(groupingBy(NodeReservation::node));
    byNode.forEach(
        (node, some) -> {
          if (headroom.isTooLittle(some, List.of())) {
            nodes.put(node, some.get(0).rejection());
          }
        });
    return nodes;
  }

  /** Returns whether the pod would leave too little on the node once these have gone. */
  boolean keepsOff(SchedulerState state, Pod pod, String node, List<Pod> gone) {
    return new ReservedHeadroom(state, pod).isTooLittle(on(node), gone);
  }

  /** Returns whether there is no reservation to keep or to make. */
  static boolean isIdle(SchedulerState state) {
    return state.settings().reservations().mostPercent() == 0
        || (state.nodes().all.isEmpty()
            && state.pods().all().stream().noneMatch(NodeClaim::mayHaveOne));
  }

  /**
   * Keeps the reservations that are due. The pods wait or are on their way, and nothing holds them.
   * All such pods together are within their tenants' shares. The nodes can take the pods. What is
   * reserved for a gang is kept as a whole or not at all.
   *
   * @param nodes how many nodes there are that have devices
   */
  static SchedulerState sync(SchedulerState state, int nodes) {
    ReservationSettings settings = state.settings().reservations();
    SchedulerState then = state;
    SchedulerState tried = state;
    List<NodeReservation> kept = new ArrayList<>();
    long expired = state.nodes().expired;
    for (List<NodeReservation> each : state.nodes().byClaim()) {
      List<Pod> pods = each.stream().map(NodeReservation::pod).toList();
      if (each.get(0).expires() - state.now() <= 0) {
        expired += nodes(each);
        then = deferred(then, pods, settings.ttl());
      } else if (nodes(kept) + nodes(each) <= settings.most(nodes) && areDue(tried, each)) {
        tried = tried.trying(pods);
        kept.addAll(each);
      }
    }
    return then.withNodes(new NodeReservations(List.copyOf(kept), state.nodes().made, expired));
  }

  private Collection<List<NodeReservation>> byClaim() {
    return all.stream()
        .collect(
            groupingBy(
                r -> r.gang().map(Gang::toString).orElseGet(() -> AssumedPod.uid(r.pod())),
                LinkedHashMap::new,
                toList()))
        .values();
  }

  private static boolean areDue(SchedulerState state, List<NodeReservation> claim) {
    SchedulerState tried = state;
    for (NodeReservation reservation : claim) {
      if (!isDue(tried, reservation)) {
        return false;
      }
      tried = tried.trying(reservation.pod());
    }
    return claim.get(0).gang().filter(g -> !isWhole(state, g, claim)).isEmpty();
  }

  /** Returns whether the claim has all missing pods of its gang, and the gang may get nodes. */
  private static boolean isWhole(SchedulerState state, Gang gang, List<NodeReservation> claim) {
    List<Pod> pods = new Gangs(state).next(gang).orElse(List.of());
    return pods.size() == claim.size()
        && pods.stream().allMatch(p -> claim.stream().anyMatch(r -> r.isOf(p)));
  }

  private static boolean isDue(SchedulerState tried, NodeReservation reservation) {
    Pod pod = reservation.pod();
    return tried.pods().get(pod).filter(e -> NodeClaim.mayHaveOne(e) || e.isInFlight()).isPresent()
        && withinShare(tried, pod).test(reservation.node())
        && tried
            .cluster()
            .find(Node.class, "", reservation.node())
            .filter(n -> NodeAvailability.of(n, pod.spec().tolerations()).isAvailable())
            .isPresent();
  }

  /** Returns the state in which nodes are reserved for the pods not before that time is over. */
  private static SchedulerState deferred(SchedulerState state, List<Pod> pods, Duration time) {
    long due = state.now() + time.toNanos();
    SchedulerState then = state;
    for (Pod pod : pods) {
      then = then.change(pod, (life, entry) -> life.deferred(entry, due));
    }
    return then;
  }

  /** Returns the state in which nodes are reserved for some pods later than now. */
  static SchedulerState later(SchedulerState state, List<Pod> pods, Duration time) {
    Duration after = state.settings().reservations().after();
    return deferred(state, pods, time.compareTo(after) < 0 ? time : after);
  }

  /** Returns whether nothing holds the pods on some nodes whose devices are their tenant's. */
  private static boolean isWithinSomeShare(SchedulerState state, NodeClaim claim) {
    SchedulerState tried = state;
    for (Pod pod : claim.pods()) {
      List<HoldCheck> checks = new PodChecks(tried, pod).besidesGang();
      if (tried.usage().coverAll(HoldCheck.holds(checks))
          || shares(checks).stream().noneMatch(s -> s.isWithinShare() && divides(s, pod))) {
        return false;
      }
      tried = tried.trying(pod);
    }
    return true;
  }

  /** Returns on which nodes nothing holds each pod if the pods before it are placed. */
  static Function<Pod, Predicate<String>> withinShare(SchedulerState state, NodeClaim claim) {
    Map<String, Predicate<String>> nodes = new HashMap<>();
    SchedulerState tried = state;
    for (Pod pod : claim.pods()) {
      nodes.put(AssumedPod.uid(pod), withinShare(tried, pod));
      tried = tried.trying(pod);
    }
    return pod -> nodes.getOrDefault(AssumedPod.uid(pod), node -> false);
  }

  /** Returns on which nodes nothing holds the pod, and its devices are its tenant's by a share. */
  private static Predicate<String> withinShare(SchedulerState state, Pod pod) {
    ClusterUsage usage = state.usage();
    List<HoldCheck> checks = new PodChecks(state, pod).besidesGang();
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
   * Returns the next claim that needs reserved nodes. The tenant with the fewest reserved nodes
   * goes first, then the tenant that uses the least of its share. Of its claims, the most important
   * and largest goes first.
   *
   * @param nodes how many nodes there are that have devices
   */
  static Next next(SchedulerState state, int nodes) {
    NodeReservations reservations = state.nodes();
    if (reservations.nodes() >= state.settings().reservations().most(nodes)) {
      return new Next(Optional.empty(), List.of());
    }
    SchedulerState tried =
        state.trying(reservations.all.stream().map(NodeReservation::pod).toList());
    List<Pod> deferred = new ArrayList<>();
    for (NodeClaim claim : inTurn(tried)) {
      if (isWithinSomeShare(tried, claim)) {
        return new Next(Optional.of(claim), deferred);
      }
      deferred.addAll(claim.pods());
    }
    return new Next(Optional.empty(), deferred);
  }

  private static List<NodeClaim> inTurn(SchedulerState state) {
    TenantTurns turns = new TenantTurns(state);
    Set<String> nodes = new HashSet<>();
    for (NodeReservation reservation : state.nodes().all) {
      if (nodes.add(reservation.node())) {
        turns.of(reservation.pod()).reserve();
      }
    }
    return NodeClaim.allDue(state).stream()
        .filter(c -> state.nodes().all.stream().noneMatch(r -> r.isFor(c.pods().get(0))))
        .sorted(
            Comparator.<NodeClaim>comparingInt(c -> turns.of(c.pods().get(0)).reserved())
                .thenComparingDouble(c -> turns.of(c.pods().get(0)).used())
                .thenComparing(Comparator.comparingInt(NodeClaim::priority).reversed())
                .thenComparing(Comparator.comparing(NodeClaim::size).reversed())
                .thenComparing(c -> c.dueSince(state)))
        .limit(LOOKED_AT)
        .toList();
  }

  /** Reserves nodes, unless something has changed since they were found. */
  static SchedulerState reserve(
      SchedulerState state, NodeClaim claim, List<Slot> slots, int nodes) {
    ReservationSettings settings = state.settings().reservations();
    NodeReservations reservations = state.nodes();
    Function<Pod, Predicate<String>> withinShare = withinShare(state, claim);
    if (!claim.isStillDue(state)
        || slots.stream().anyMatch(s -> !reservations.on(s.node()).isEmpty())
        || !slots.stream().allMatch(s -> withinShare.apply(s.pod()).test(s.node()))) {
      return state;
    }
    List<NodeReservation> more = new ArrayList<>(reservations.all);
    long expires = state.now() + settings.ttl().toNanos();
    slots.forEach(s -> more.add(new NodeReservation(s.pod(), claim.gang(), s.node(), expires)));
    SchedulerState then = sync(state.withNodes(reservations.with(more)), nodes);
    NodeReservations kept = then.nodes();
    long made =
        slots.stream().map(Slot::node).filter(n -> !kept.on(n).isEmpty()).distinct().count();
    return then.withNodes(new NodeReservations(kept.all, kept.made + made, kept.expired));
  }
}
