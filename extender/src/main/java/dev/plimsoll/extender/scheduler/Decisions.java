package dev.plimsoll.extender.scheduler;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.plimsoll.extender.accounting.AssumedPod;
import dev.plimsoll.extender.accounting.HoldCheck;
import dev.plimsoll.extender.accounting.HoldReason;
import dev.plimsoll.extender.accounting.NodeUsage;
import dev.plimsoll.extender.accounting.ReservationCheck;
import dev.plimsoll.extender.accounting.ShareUsage;
import dev.plimsoll.extender.config.ExtenderSettings;
import dev.plimsoll.extender.protocol.ExtenderBindingArgs;
import dev.plimsoll.extender.protocol.ExtenderFilterResult;
import dev.plimsoll.kube.periodic.Ticker;
import dev.plimsoll.kube.watch.ObjectChange;
import dev.plimsoll.model.cluster.Cluster;
import dev.plimsoll.model.object.Node;
import dev.plimsoll.model.object.Pod;
import dev.plimsoll.model.pod.PodResources;
import dev.plimsoll.model.pod.PodResourcesOptions;
import dev.plimsoll.model.quantity.Resources;
import dev.plimsoll.model.tenancy.CapacityPolicy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Supplier;

/** Decides on one pod at a time, from usage that is kept current. */
public final class Decisions {
  @GuardedBy("this")
  private final SchedulerCache cache;

  @GuardedBy("this")
  private final HeldPods held = new HeldPods();

  @GuardedBy("this")
  private final PodTransitions transitions;

  /** Its own lock is taken before {@code this}. */
  private final UsageResync resync;

  private final ReservationDecisions reservations;

  /** Makes decisions by a cluster and the settings' policies. */
  public Decisions(Cluster cluster, ExtenderSettings extenderSettings, Ticker ticker) {
    this(cluster, extenderSettings, extenderSettings::policies, ticker);
  }

  /** Makes decisions by a cluster, and by policies that may change whenever the cluster does. */
  public Decisions(
      Cluster cluster,
      ExtenderSettings extenderSettings,
      Supplier<List<CapacityPolicy>> policies,
      Ticker ticker) {
    List<CapacityPolicy> now = policies.get();
    this.cache = new SchedulerCache(cluster, extenderSettings.withPolicies(now), ticker);
    this.transitions = new PodTransitions(cache, held);
    this.reservations = new ReservationDecisions(this, cache, held);
    this.resync = new UsageResync(this, cache, policies, now);
    transitions.found(cluster.list(Pod.class));
  }

  /** Returns the cluster that decisions are made by. */
  @SuppressWarnings("GuardedBy") // Volatile in the cache, so that any thread may ask.
  public Cluster cluster() {
    return cache.cluster();
  }

  /** Returns what nodes have and hold. */
  public synchronized NodeUsage nodes() {
    return cache.usage().nodes();
  }

  /** Returns what is held of shares, by the policy. */
  public synchronized List<ShareUsage> shares() {
    cache.inFlight().expire();
    return cache.usage().shares();
  }

  /** Returns the assumed pods, the oldest first. */
  public synchronized List<AssumedPod> assumedPods() {
    cache.inFlight().expire();
    return cache.inFlight().assumed().all();
  }

  /** Returns the nominated pods, and those that the scheduler may nominate now. */
  public synchronized List<AssumedPod> nominatedPods() {
    cache.inFlight().expire();
    return cache.inFlight().nominated().all();
  }

  /** Returns the pods whose nomination is to be cleared, as a watch has shown them. */
  public synchronized List<Pod> obsoleteNominations() {
    return transitions.obsoleteNominations();
  }

  /**
   * Returns whether only evictions could help a held pod when the scheduler asked last, so that it
   * ignores changes of the pod's metadata.
   */
  public synchronized boolean needsEvictions(Pod pod) {
    return transitions.needsEvictions(pod);
  }

  /** Returns how long a pod stays assumed if nothing is heard of it. */
  @SuppressWarnings("GuardedBy") // Looks at nothing that changes.
  public Duration left(AssumedPod assumedPod) {
    return cache.inFlight().left(assumedPod);
  }

  /** Returns how many pods were asked about that no watch had shown. */
  public synchronized long unknownPods() {
    return cache.inFlight().unknownPods();
  }

  /** Returns the held pods, by namespace. */
  public synchronized List<HeldPod> held() {
    return held.all();
  }

  /** Returns why the pod is held, if it is. */
  public synchronized Optional<HoldReason> holdReason(Pod pod) {
    return held.reasons(pod).stream().findFirst();
  }

  /**
   * Returns what the pod's gang, quotas and shares say of it now, up to the first that holds it.
   */
  public synchronized List<HoldCheck> checks(Pod pod) {
    return List.copyOf(cache.checks(pod));
  }

  /** Returns for how long a pod has been held, if it is. */
  public synchronized Optional<Duration> heldFor(Pod pod) {
    OptionalLong since = held.since(pod);
    return since.isPresent()
        ? Optional.of(Duration.ofNanos(cache.inFlight().now() - since.getAsLong()))
        : Optional.empty();
  }

  /** Takes changes in that show in the cluster; they must come in their order. */
  public synchronized void changed(List<ObjectChange> objectChanges, Cluster now) {
    cache.cluster(now);
    for (ObjectChange objectChange : objectChanges) {
      cache.usage().changed(objectChange.before(), objectChange.after(), now);
      resync.changed(objectChange, now);
      if (objectChange.after().isEmpty() && objectChange.before().get() instanceof Node node) {
        cache.reservations().gone(node);
      }
      if (objectChange.before().orElse(null) instanceof Pod
          || objectChange.after().orElse(null) instanceof Pod) {
        transitions.changed(
            objectChange.before().map(Pod.class::cast), objectChange.after().map(Pod.class::cast));
      }
    }
  }

  /** Returns what a pod without a node asks for. */
  public static Resources requests(Pod pod) {
    return PodResources.requests(pod, PodResourcesOptions.SCHEDULER_INCOMING);
  }

  /**
   * Decides to which of the nodes the pod may go, and assumes it if there is any.
   *
   * @param candidates how many nodes there are
   * @param names their names, which are not always needed
   */
  public synchronized FilterDecision filter(Pod pod, int candidates, Supplier<List<String>> names) {
    cache.inFlight().expire();
    Optional<Duration> heldFor = heldFor(pod);
    List<HoldCheck> checks = cache.checks(pod);
    List<HoldReason> holds = HoldCheck.holds(checks);
    boolean isHeld = cache.usage().concernAll(holds);
    Set<String> keptOff = isHeld ? Set.of() : cache.reservations().keepingOff(pod);
    ExtenderFilterResult extenderFilterResult =
        cache.filtered(pod, holds, keptOff, candidates, names);
    Set<String> reserved =
        isHeld ? Set.of() : cache.reservedNodes(extenderFilterResult, keptOff, names);
    if (!extenderFilterResult.anyPasses(candidates)
        && cache.gangs().yieldTo(pod, checks, reserved)) {
      extenderFilterResult = cache.filtered(pod, holds, keptOff, candidates, names);
      reserved = cache.reservedNodes(extenderFilterResult, keptOff, names);
    }
    if (!reserved.isEmpty()) {
      int passing = extenderFilterResult.passing(candidates);
      checks.add(new ReservationCheck(passing + reserved.size(), reserved.size()));
    }
    if (!extenderFilterResult.anyPasses(candidates)) {
      List<HoldReason> why = new ArrayList<>(holds);
      if (!reserved.isEmpty()) {
        why.add(HoldReason.RESERVED);
      }
      transitions.rejected(pod, why, reserved);
      String reason = why.isEmpty() ? "resources" : why.get(0).cause().word();
      return new FilterDecision(extenderFilterResult, false, reason, checks, heldFor);
    }
    boolean isNew = !cache.inFlight().isAssumed(pod);
    String reason = HoldCheck.isBeyondShare(checks) ? "beyond_share" : "passed";
    transitions.passed(pod);
    return new FilterDecision(extenderFilterResult, isNew, reason, checks, heldFor);
  }

  /**
   * Decides on which nodes these pods may be evicted for the pod. If there is any, the pod counts
   * as nominated from now on.
   */
  public Set<String> preempt(Pod pod, Map<String, List<String>> victims) {
    return preempt(pod, victims, Set.of());
  }

  /**
   * Decides on which nodes these pods may be evicted for the pod.
   *
   * @param violating the nodes where that violates disruption budgets
   */
  public synchronized Set<String> preempt(
      Pod pod, Map<String, List<String>> victims, Set<String> violating) {
    cache.inFlight().expire();
    Set<String> allowed = new Preemption(cache, pod).allowed(victims, violating);
    if (allowed.isEmpty()) {
      transitions.notPreempting(pod);
    } else {
      transitions.preempting(pod);
    }
    return allowed;
  }

  /**
   * Assumes the pod on the node that it is being bound to.
   *
   * @return why it may not be bound; empty if it may
   */
  public synchronized String bind(ExtenderBindingArgs args) {
    cache.inFlight().expire();
    Optional<Pod> known = cache.known(args.podNamespace(), args.podName(), args.podUid());
    if (known.isEmpty()) {
      return "pod " + args.podNamespace() + "/" + args.podName() + " is not known";
    }
    Pod pod = known.get();
    String node = args.node();
    String rejection = cache.rejection(pod, node);
    if (rejection.isEmpty()) {
      cache.inFlight().assume(pod, node);
    } else {
      cache.inFlight().forget(args.podUid());
    }
    return rejection;
  }

  /**
   * Takes over from another replica, of which only what it bound is known. As long as pods that it
   * may have let pass stay assumed, nothing passes that would need what they may have got.
   */
  public synchronized void takeOver() {
    cache.inFlight().expire();
    transitions.takeOver();
  }

  /** Forgets a held pod, since it is gone. */
  public synchronized void removeHeld(Pod pod) {
    held.remove(pod);
  }

  /** Forgets an assumed pod. */
  public synchronized void forgetPod(String uid) {
    cache.inFlight().forget(uid);
  }

  /**
   * Finds held pods that nothing holds any more and that the scheduler leaves alone, as {@link
   * ReleasedPods} tells, a slice at a time.
   */
  @SuppressWarnings("GuardedBy") // It is handed what it locks.
  public Map<String, List<HeldPod>> released(int most) {
    return ReleasedPods.find(this, cache, held, most);
  }

  /** Notes that a held pod is requeued. */
  public synchronized void requeue(HeldPod heldPod) {
    held.requeue(heldPod, cache.inFlight().now());
  }

  /** Returns what is reserved on nodes, for large pods and gangs. */
  public ReservationDecisions reservations() {
    return reservations;
  }

  /** Returns the policies that shares were last counted by. */
  public List<CapacityPolicy> policies() {
    return resync.policies();
  }

  /** Returns whether shares may have changed since they were last counted. */
  public boolean isOutdated() {
    return resync.isOutdated();
  }

  /** Returns how many usage entries resyncs have found wrong and repaired. */
  public long drifts() {
    return resync.drifts();
  }

  /** Returns a sentence for each namespace that several tenants of a policy select. */
  synchronized List<String> disputes() {
    return cache.usage().disputes();
  }

  /**
   * Counts everything anew, shares too, while decisions go on being made.
   *
   * @return what had been counted otherwise; empty if nothing
   */
  public List<String> resync() {
    return resync.run();
  }
}
