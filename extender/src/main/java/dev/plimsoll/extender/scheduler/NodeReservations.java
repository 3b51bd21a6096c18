package dev.plimsoll.extender.scheduler;

import dev.plimsoll.extender.accounting.AssumedPod;
import dev.plimsoll.extender.accounting.ClusterUsage;
import dev.plimsoll.extender.accounting.HoldCheck;
import dev.plimsoll.extender.accounting.HoldReason;
import dev.plimsoll.extender.accounting.ShareCheck;
import dev.plimsoll.extender.config.ReservationSettings;
import dev.plimsoll.extender.scheduler.LargePods.Waiting;
import dev.plimsoll.model.capacity.NodeAvailability;
import dev.plimsoll.model.object.Node;
import dev.plimsoll.model.object.Pod;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Which nodes are reserved for large pods. One that waits within its tenant's share could wait for
 * ever while smaller pods take whatever becomes free. For one thread at a time.
 */
final class NodeReservations {
  static final String REJECTION = "reserved for a large pod";

  /** A pod that isn't within its tenant's share is looked at again after this. */
  static final Duration RETRY = Duration.ofSeconds(10);

  private static final int LOOKED_AT = 64;

  private final SchedulerCache cache;
  private final ReservationSettings settings;
  private final LargePods waiting;
  private final Map<String, NodeReservation> byNode = new LinkedHashMap<>();
  private long made;
  private long expired;

  NodeReservations(SchedulerCache cache, ReservationSettings settings) {
    this.cache = cache;
    this.settings = settings;
    this.waiting = new LargePods(settings.after());
  }

  /** Returns all, the oldest first. */
  Collection<NodeReservation> all() {
    return byNode.values();
  }

  /** Returns how many have been made. */
  long made() {
    return made;
  }

  /** Returns how many of them were given up since their time was over. */
  long expired() {
    return expired;
  }

  /** Returns the nodes that are not to be given to the pod. */
  Set<String> nodesOfOthers(Pod pod) {
    Set<String> nodes = new HashSet<>();
    byNode.values().stream().filter(r -> !r.isFor(pod)).forEach(r -> nodes.add(r.node()));
    return nodes;
  }

  /** Returns whether there is nothing to keep, nor to make. */
  boolean isIdle() {
    return settings.mostPercent() == 0 || (byNode.isEmpty() && waiting.isEmpty());
  }

  /** Takes in that a pod waits for a node. */
  void waits(Pod pod) {
    waiting.put(pod, now());
  }

  /** Takes in that a pod doesn't wait any more; what is reserved for it stays for now. */
  void noLongerWaits(Pod pod) {
    waiting.remove(pod);
  }

  /** Takes in that a pod is placed or gone. */
  void end(Pod pod) {
    byNode.values().removeIf(r -> r.isFor(pod));
  }

  /** Takes in that a node is gone. */
  void gone(Node node) {
    byNode.remove(node.name());
  }

  private long now() {
    return cache.inFlight().now();
  }

  /** Returns on which nodes the pod would leave too little of what is reserved for others. */
  Set<String> keepingOff(Pod pod) {
    if (byNode.isEmpty()) {
      return Set.of();
    }
    ReservedHeadroom headroom = new ReservedHeadroom(cache, pod);
    Set<String> nodes = new HashSet<>();
    for (NodeReservation reservation : byNode.values()) {
      if (headroom.isTooLittle(reservation, List.of())) {
        nodes.add(reservation.node());
      }
    }
    return nodes;
  }

  /** Returns whether the pod would leave too little on the node once these have gone. */
  boolean keepsOff(Pod pod, String node, List<Pod> gone) {
    return Optional.ofNullable(byNode.get(node))
        .filter(r -> new ReservedHeadroom(cache, pod).isTooLittle(r, gone))
        .isPresent();
  }

  /**
   * Keeps what is due: for pods that wait or are on their way, that nothing holds, within their
   * tenants' shares all together, on nodes that take them.
   *
   * @param nodes how many nodes there are that have devices
   */
  void sync(int nodes) {
    List<Pod> promised = new ArrayList<>();
    int most = settings.most(nodes);
    for (NodeReservation reservation : List.copyOf(byNode.values())) {
      Pod pod = reservation.pod();
      boolean isExpired = reservation.expires() - now() <= 0;
      if (isExpired) {
        expired++;
        waiting.defer(pod, now() + settings.ttl().toNanos());
      }
      if (isExpired || promised.size() >= most || !isDue(reservation)) {
        byNode.remove(reservation.node());
      } else {
        promise(pod, promised);
      }
    }
    release(promised);
  }

  private boolean isDue(NodeReservation reservation) {
    Pod pod = reservation.pod();
    return (waiting.contains(pod) || cache.inFlight().of(pod).isPresent())
        && withinShare(pod).test(reservation.node())
        && cache
            .cluster()
            .find(Node.class, "", reservation.node())
            .filter(n -> NodeAvailability.of(n, pod.spec().tolerations()).isAvailable())
            .isPresent();
  }

  /** Counts a pod on shares, so that others are judged by what it leaves. */
  private void promise(Pod pod, List<Pod> promised) {
    if (cache.inFlight().of(pod).isEmpty()) {
      cache.usage().assumed(pod, true, cache.cluster());
    }
    promised.add(pod);
  }

  private void release(List<Pod> promised) {
    promised.stream()
        .filter(p -> cache.inFlight().of(p).isEmpty())
        .forEach(p -> cache.usage().assumed(p, false, cache.cluster()));
  }

  /** Returns whether nothing holds the pod on some nodes whose devices are its tenant's there. */
  private boolean isWithinSomeShare(Pod pod) {
    List<HoldCheck> checks = cache.checks(pod);
    return !cache.usage().coverAll(HoldCheck.holds(checks))
        && shares(checks).stream().anyMatch(s -> s.isWithinShare() && divides(s, pod));
  }

  /** Returns on which nodes nothing holds the pod, and its devices are its tenant's by a share. */
  Predicate<String> withinShare(Pod pod) {
    ClusterUsage usage = cache.usage();
    List<HoldCheck> checks = cache.checks(pod);
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
    return LargePods.devices(pod).names().stream().anyMatch(share.resources()::contains);
  }

  /**
   * Returns a pod for which a node is to be looked for: one of the tenant first for which the
   * fewest nodes are reserved, and that has used the least of its share; its most important and
   * largest.
   *
   * @param nodes how many nodes there are that have devices
   */
  Optional<Pod> next(int nodes) {
    sync(nodes);
    if (byNode.size() >= settings.most(nodes)) {
      return Optional.empty();
    }
    List<Pod> promised = new ArrayList<>();
    byNode.values().forEach(r -> promise(r.pod(), promised));
    Optional<Pod> next = Optional.empty();
    for (Pod pod : inTurn(new TenantTurns(cache))) {
      if (next.isEmpty() && isWithinSomeShare(pod)) {
        next = Optional.of(pod);
      } else if (next.isEmpty()) {
        defer(pod, RETRY);
      }
    }
    release(promised);
    return next;
  }

  private List<Pod> inTurn(TenantTurns turns) {
    Set<String> having = new HashSet<>();
    for (NodeReservation reservation : byNode.values()) {
      turns.of(reservation.pod()).reserve();
      having.add(AssumedPod.uid(reservation.pod()));
    }
    return waiting.due(now()).stream()
        .filter(w -> !having.contains(w.uid()))
        .sorted(
            Comparator.<Waiting>comparingInt(w -> turns.of(w.pod()).reserved())
                .thenComparingDouble(w -> turns.of(w.pod()).used())
                .thenComparing(
                    Comparator.<Waiting>comparingInt(w -> Preemption.priority(w.pod())).reversed())
                .thenComparing(Comparator.comparing(Waiting::size).reversed()))
        .limit(LOOKED_AT)
        .map(Waiting::pod)
        .toList();
  }

  /** Puts off a pod for which there is no node. */
  void defer(Pod pod) {
    defer(pod, settings.after());
  }

  private void defer(Pod pod, Duration time) {
    waiting.defer(pod, now() + Math.min(time.toNanos(), settings.after().toNanos()));
  }

  /** Reserves a node, unless something has changed since it was found. */
  void reserve(Pod pod, String node, int nodes) {
    if (waiting.isDue(pod, now())
        && !byNode.containsKey(node)
        && byNode.size() < settings.most(nodes)
        && withinShare(pod).test(node)) {
      byNode.put(node, new NodeReservation(pod, node, now() + settings.ttl().toNanos()));
      sync(nodes);
      made += byNode.containsKey(node) ? 1 : 0;
    }
  }
}
