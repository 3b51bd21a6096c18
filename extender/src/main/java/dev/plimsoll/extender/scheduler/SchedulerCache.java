package dev.plimsoll.extender.scheduler;

import dev.plimsoll.extender.accounting.AssumedPod;
import dev.plimsoll.extender.accounting.AssumedPods;
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
import dev.plimsoll.model.quantity.ResourceName;
import dev.plimsoll.model.quantity.Resources;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * The state that decisions depend on: the cluster, its usage and the assumed pods, always
 * consistent. A pod is assumed until the cluster shows it on a node. For one thread at a time, as
 * {@link Decisions} sees to.
 */
final class SchedulerCache {
  private final ExtenderSettings extenderSettings;
  private final Ticker ticker;
  private final AssumedPods assumedPods = new AssumedPods();
  private final UnknownPods unknownPods = new UnknownPods();
  private final Gangs gangs;
  private ClusterUsage usage;
  private volatile Cluster cluster;

  SchedulerCache(Cluster cluster, ExtenderSettings extenderSettings, Ticker ticker) {
    this.cluster = cluster;
    this.extenderSettings = extenderSettings;
    this.ticker = ticker;
    this.usage = ClusterUsage.of(cluster, extenderSettings.policies());
    this.gangs = new Gangs(this);
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

  /** Puts usage that was counted anew, without assumed pods, in the place of that in use. */
  void usage(ClusterUsage counted) {
    assumedPods.all().forEach(b -> counted.assumed(b.pod(), true, cluster));
    usage = counted;
  }

  AssumedPods assumedPods() {
    return assumedPods;
  }

  Gangs gangs() {
    return gangs;
  }

  Optional<HoldReason> holdReason(Pod pod) {
    return HoldCheck.firstHold(checks(pod));
  }

  /** Returns why the pod must wait, whatever its gang says. */
  Optional<HoldReason> holdReasonBesidesGang(Pod pod) {
    return HoldCheck.firstHold(quotaAndShareChecks(pod));
  }

  /** Returns what the pod's gang, quotas and shares say of it, up to the first that holds it. */
  List<HoldCheck> checks(Pod pod) {
    Optional<GangCheck> gang = gangs.check(pod);
    List<HoldCheck> checks = new ArrayList<>(gang.stream().toList());
    if (gang.flatMap(GangCheck::holdReason).isEmpty()) {
      checks.addAll(quotaAndShareChecks(pod));
    }
    return checks;
  }

  private List<HoldCheck> quotaAndShareChecks(Pod pod) {
    List<HoldCheck> checks = new ArrayList<>(quotaChecks(pod, List.of()));
    if (HoldCheck.firstHold(checks).isEmpty()) {
      checks.addAll(usage.shareChecks(cluster, pod, assumed(pod)));
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
    assumed(pod).ifPresent(gone::add);
    List<Pod> onTheirWay = assumedPods.in(pod.namespace()).stream().map(AssumedPod::pod).toList();
    return usage.quotaChecks(cluster, pod, onTheirWay, gone);
  }

  Optional<Pod> assumed(Pod pod) {
    return assumedPods.of(pod).map(AssumedPod::pod);
  }

  /** Returns what the pod asks for that the scheduler doesn't look at. */
  Resources managedRequests(Pod pod) {
    return extenderSettings.ignoredByScheduler().isEmpty()
        ? Resources.EMPTY
        : Decisions.requests(pod).mask(extenderSettings.ignoredByScheduler()).removeZeros();
  }

  /** Returns what a node has too little of, besides what other assumed pods have there. */
  Optional<ResourceName> insufficientResource(String node, Resources managed, Pod pod) {
    if (managed.isEmpty()) {
      return Optional.empty();
    }
    NodeCapacity capacity = usage.nodes().of(node).capacity();
    for (AssumedPod assumedPod : assumedPods.on(node)) {
      if (!assumedPod.uid().equals(AssumedPod.uid(pod))) {
        capacity = capacity.plus(Decisions.requests(assumedPod.pod()));
      }
    }
    Resources left = capacity.free();
    return managed.names().stream()
        .filter(n -> left.getOrZero(n).compareTo(managed.getOrZero(n)) < 0)
        .findFirst();
  }

  /** Decides about each of the nodes, by what holds the pod and what each lacks. */
  ExtenderFilterResult filtered(
      Pod pod, Optional<HoldReason> hold, int candidates, Supplier<List<String>> names) {
    Resources managed = managedRequests(pod);
    if (hold.isPresent() && usage.concernsAll(hold.get())) {
      return ExtenderFilterResult.held(hold.get().text(), candidates);
    }
    if (hold.isEmpty() && managed.isEmpty() && gangs.isEmpty()) {
      return ExtenderFilterResult.ALL;
    }
    List<String> failed = new ArrayList<>(candidates);
    List<String> unresolvable = new ArrayList<>(candidates);
    Function<String, String> reserved = gangs.isEmpty() ? n -> "" : gangs.rejections(pod);
    for (String node : names.get()) {
      unresolvable.add(
          hold.filter(h -> usage.concerns(h, node))
              .map(HoldReason::text)
              .orElseGet(() -> reserved.apply(node)));
      failed.add(insufficientResource(node, managed, pod).map(n -> "Insufficient " + n).orElse(""));
    }
    return new ExtenderFilterResult(failed, unresolvable);
  }

  /** Returns why the pod may not go to the node; nothing if it may. */
  String rejection(Pod pod, String node) {
    return holdReason(pod)
        .filter(h -> usage.concerns(h, node))
        .map(HoldReason::text)
        .or(
            () ->
                insufficientResource(node, managedRequests(pod), pod).map(n -> "Insufficient " + n))
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
                assumedPods
                    .of(uid)
                    .map(AssumedPod::pod)
                    .filter(p -> p.namespace().equals(namespace) && p.name().equals(name)));
  }

  Optional<Pod> stored(Pod pod) {
    return stored(pod.namespace(), pod.name(), AssumedPod.uid(pod));
  }

  /**
   * Assumes a pod that isn't placed yet: with what it asks for by the watch, whatever the caller
   * says; or as the caller says, but for seconds only.
   */
  void assume(Pod pod, String node) {
    String uid = AssumedPod.uid(pod);
    forget(uid);
    Optional<Pod> stored = stored(pod);
    if (stored.isEmpty()) {
      unknownPods.expiry(uid, ticker.read()).ifPresent(expiry -> assume(pod, node, expiry));
    } else if (!stored.get().isBound()) {
      unknownPods.remove(uid);
      assume(stored.get(), node, ticker.read() + extenderSettings.assumedPodTtl().toNanos());
    }
  }

  private void assume(Pod pod, String node, long expiry) {
    assumedPods.assume(new AssumedPod(pod, node, expiry));
    usage.assumed(pod, true, cluster);
  }

  /** Assumes a pod as one that exists, where it was unknown until now. */
  void confirm(Pod pod) {
    String uid = AssumedPod.uid(pod);
    if (unknownPods.remove(uid)) {
      assumedPods.of(uid).ifPresent(assumed -> assume(pod, assumed.node()));
    }
  }

  /** Returns how many pods were asked about that no watch had shown. */
  long unknownPods() {
    return unknownPods.count();
  }

  /** Returns how long a pod stays assumed if nothing is heard of it. */
  Duration left(AssumedPod assumedPod) {
    return Duration.ofNanos(assumedPod.expires() - ticker.read());
  }

  /** Returns the time in nanoseconds of the ticker. */
  long now() {
    return ticker.read();
  }

  void forget(String uid) {
    assumedPods.forget(uid).ifPresent(b -> usage.assumed(b.pod(), false, cluster));
  }

  void expire() {
    assumedPods.expire(ticker.read()).forEach(b -> usage.assumed(b.pod(), false, cluster));
  }
}
