package dev.plimsoll.extender.scheduler;

import dev.plimsoll.extender.accounting.AssumedPod;
import dev.plimsoll.extender.accounting.ClusterUsage;
import dev.plimsoll.extender.accounting.GangCheck;
import dev.plimsoll.extender.accounting.HoldCheck;
import dev.plimsoll.extender.accounting.HoldReason;
import dev.plimsoll.extender.accounting.QuotaCheck;
import dev.plimsoll.extender.config.ExtenderSettings;
import dev.plimsoll.extender.protocol.ExtenderFilterResult;
import dev.plimsoll.kube.periodic.Ticker;
import dev.plimsoll.model.capacity.NodeCapacity;
import dev.plimsoll.model.cluster.Cluster;
import dev.plimsoll.model.object.Pod;
import dev.plimsoll.model.pod.PodResources;
import dev.plimsoll.model.pod.PodResourcesOptions;
import dev.plimsoll.model.quantity.ResourceName;
import dev.plimsoll.model.quantity.Resources;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * The state that decisions depend on: the cluster, its usage and the pods in flight, always
 * consistent. For one thread at a time, as {@link Decisions} sees to.
 */
final class SchedulerCache {
  private final ExtenderSettings extenderSettings;
  private final PodsInFlight inFlight;
  private final UnplacedPods unplaced = new UnplacedPods(this::countWaiting);
  private final Gangs gangs;
  private final NodeReservations reservations;
  private ClusterUsage usage;
  private volatile Cluster cluster;

  SchedulerCache(Cluster cluster, ExtenderSettings extenderSettings, Ticker ticker) {
    this.cluster = cluster;
    this.extenderSettings = extenderSettings;
    this.inFlight =
        new PodsInFlight(extenderSettings.assumedPodTtl(), ticker, this::stored, this::count);
    this.usage = ClusterUsage.of(cluster, extenderSettings.policies());
    this.gangs = new Gangs(this);
    this.reservations = new NodeReservations(this, extenderSettings.reservations());
  }

  /** Returns the cluster; any thread may ask. */
  Cluster cluster() {
    return cluster;
  }

  void cluster(Cluster now) {
    cluster = now;
  }

  ClusterUsage usage() {
    return usage;
  }

  private void count(Pod pod, boolean in) {
    usage.assumed(pod, in, cluster);
  }

  private void countWaiting(Pod pod, boolean in) {
    usage.waiting(pod, in, cluster);
  }

  /** Puts usage of pods with a node that was counted anew in the place of that in use. */
  void usage(ClusterUsage counted) {
    unplaced.all().forEach(pod -> counted.waiting(pod, true, cluster));
    inFlight.all().forEach(pod -> counted.assumed(pod, true, cluster));
    usage = counted;
  }

  PodsInFlight inFlight() {
    return inFlight;
  }

  /** Takes in that a pod waits for a node, as it is now. */
  void waits(Pod pod) {
    unplaced.put(pod);
    reservations.waits(pod);
  }

  /** Takes in that a pod doesn't wait for a node any more. */
  void noLongerWaits(Pod pod) {
    unplaced.remove(pod);
    reservations.noLongerWaits(pod);
  }

  NodeReservations reservations() {
    return reservations;
  }

  Gangs gangs() {
    return gangs;
  }

  /** Returns all reasons why the pod must wait, each for the nodes that it is about. */
  List<HoldReason> holds(Pod pod) {
    return HoldCheck.holds(checks(pod));
  }

  /**
   * Returns whether a quota or a share keeps the pod from the node once these have gone, whatever
   * its gang says; from all nodes if the node is empty.
   */
  boolean isHeldBesidesGang(Pod pod, String node, List<Pod> evicted) {
    List<HoldReason> holds = HoldCheck.holds(quotaAndShareChecks(pod, evicted));
    return node.isEmpty()
        ? !holds.isEmpty()
        : holds.stream().anyMatch(h -> usage.concerns(h, node));
  }

  /**
   * Returns what the pod's gang, quotas and shares say of it: up to the first that holds it, but of
   * the shares all, since each may be about some nodes only.
   */
  List<HoldCheck> checks(Pod pod) {
    Optional<GangCheck> gang = gangs.check(pod);
    List<HoldCheck> checks = new ArrayList<>(gang.stream().toList());
    if (gang.flatMap(GangCheck::holdReason).isEmpty()) {
      checks.addAll(quotaAndShareChecks(pod, List.of()));
    }
    return checks;
  }

  private List<HoldCheck> quotaAndShareChecks(Pod pod, List<Pod> evicted) {
    List<HoldCheck> checks = new ArrayList<>(quotaChecks(pod, evicted));
    if (HoldCheck.firstHold(checks).isEmpty()) {
      checks.addAll(usage.shareChecks(cluster, pod, inFlight.of(pod), evicted));
    }
    return checks;
  }

  /** Returns the quota that holds the pod once these have gone. */
  Optional<HoldReason> quotaHoldReason(Pod pod, List<Pod> evicted) {
    return HoldCheck.firstHold(quotaChecks(pod, evicted));
  }

  private List<QuotaCheck> quotaChecks(Pod pod, List<Pod> evicted) {
    if (!extenderSettings.quotaAtPlacement()) {
      return List.of();
    }
    List<Pod> gone = new ArrayList<>(evicted);
    inFlight.of(pod).ifPresent(gone::add);
    return usage.quotaChecks(cluster, pod, inFlight.in(pod.namespace()), gone);
  }

  /** Returns what the pod asks for that the scheduler doesn't look at. */
  Resources managedRequests(Pod pod) {
    return extenderSettings.ignoredByScheduler().isEmpty()
        ? Resources.EMPTY
        : Decisions.requests(pod).mask(extenderSettings.ignoredByScheduler()).removeZeros();
  }

  /** Returns what a node has too little of, once pods in flight are there and these have gone. */
  Optional<ResourceName> insufficientResource(
      String node, Resources managed, Pod pod, List<Pod> evicted) {
    if (managed.isEmpty()) {
      return Optional.empty();
    }
    NodeCapacity capacity = usage.nodes().of(node).capacity();
    for (Pod each : inFlight.before(pod, node)) {
      capacity = capacity.plus(Decisions.requests(each));
    }
    Resources left = capacity.free();
    for (Pod each : evicted) {
      left = left.add(PodResources.requests(each, PodResourcesOptions.SCHEDULER_PLACED));
    }
    return missing(managed, left);
  }

  private static Optional<ResourceName> missing(Resources managed, Resources left) {
    return managed.names().stream()
        .filter(n -> left.getOrZero(n).compareTo(managed.getOrZero(n)) < 0)
        .findFirst();
  }

  /**
   * Decides about each of the nodes, by what holds the pod and what each lacks.
   *
   * @param holds what holds the pod, on some nodes at least
   * @param keptOff the nodes that are reserved for others
   */
  ExtenderFilterResult filtered(
      Pod pod,
      List<HoldReason> holds,
      Set<String> keptOff,
      int candidates,
      Supplier<List<String>> names) {
    Resources managed = managedRequests(pod);
    if (usage.concernAll(holds)) {
      return ExtenderFilterResult.held(holds.get(0).text(), candidates);
    }
    if (holds.isEmpty() && managed.isEmpty() && gangs.isEmpty() && keptOff.isEmpty()) {
      return ExtenderFilterResult.ALL;
    }
    List<String> unresolvable = new ArrayList<>(candidates);
    Function<String, String> ofGangs = gangs.isEmpty() ? n -> "" : gangs.rejections(pod);
    for (String node : names.get()) {
      String rejection = rejection(pod, node, holds, managed);
      String reserved = keptOff.contains(node) ? NodeReservations.REJECTION : ofGangs.apply(node);
      unresolvable.add(rejection.isEmpty() ? reserved : rejection);
    }
    return new ExtenderFilterResult(unresolvable);
  }

  /**
   * Returns the nodes that an answer rejects since they are reserved.
   *
   * @param keptOff the nodes that are reserved for large pods
   */
  Set<String> reservedNodes(
      ExtenderFilterResult result, Set<String> keptOff, Supplier<List<String>> names) {
    return keptOff.isEmpty() && gangs.isEmpty() ? Set.of() : ReservedNodes.in(result, names.get());
  }

  /**
   * Returns whether a held pod may pass somewhere now: something that held it holds it no more, or
   * nodes are free that were reserved, and what holds it now leaves some nodes.
   */
  boolean isFree(HeldPod heldPod) {
    Pod pod = heldPod.pod();
    List<HoldReason> now = holds(pod);
    if (usage.coverAll(now)) {
      return false;
    }
    Set<String> reserved = heldPod.reservedNodes();
    boolean isReserved = !reserved.isEmpty() && ReservedNodes.of(this, pod).containsAll(reserved);
    return heldPod.reasons().stream()
        .anyMatch(h -> h.equals(HoldReason.RESERVED) ? !isReserved : !now.contains(h));
  }

  /** Returns why the pod may not go to the node; nothing if it may. */
  String rejection(Pod pod, String node) {
    return rejection(pod, node, holds(pod), managedRequests(pod));
  }

  private String rejection(Pod pod, String node, List<HoldReason> holds, Resources managed) {
    return holds.stream()
        .filter(h -> usage.concerns(h, node))
        .findFirst()
        .map(HoldReason::text)
        .or(() -> insufficientResource(node, managed, pod, List.of()).map(n -> "Insufficient " + n))
        .orElse("");
  }

  /** Returns the pod as the watch has shown it. */
  Optional<Pod> stored(String namespace, String name, String uid) {
    return cluster
        .find(Pod.class, namespace, name)
        .filter(stored -> AssumedPod.uid(stored).equals(uid));
  }

  /** Returns the pod as the watch has shown it, or as it is assumed until then. */
  Optional<Pod> known(String namespace, String name, String uid) {
    return stored(namespace, name, uid)
        .or(
            () ->
                inFlight
                    .assumed()
                    .of(uid)
                    .map(AssumedPod::pod)
                    .filter(p -> p.namespace().equals(namespace) && p.name().equals(name)));
  }

  Optional<Pod> stored(Pod pod) {
    return stored(pod.namespace(), pod.name(), AssumedPod.uid(pod));
  }
}
