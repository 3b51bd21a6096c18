package dev.plimsoll.extender.scheduler;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.plimsoll.extender.accounting.AssumedPod;
import dev.plimsoll.extender.accounting.BindCheck;
import dev.plimsoll.extender.accounting.ClusterUsage;
import dev.plimsoll.extender.accounting.HoldCheck;
import dev.plimsoll.extender.accounting.HoldReason;
import dev.plimsoll.extender.accounting.NodeHeadroomTable;
import dev.plimsoll.extender.accounting.NodeHeadrooms;
import dev.plimsoll.extender.accounting.NodeUsage;
import dev.plimsoll.extender.accounting.ShareUsage;
import dev.plimsoll.extender.config.ExtenderSettings;
import dev.plimsoll.extender.protocol.ExtenderBindingArgs;
import dev.plimsoll.extender.protocol.NodeNames;
import dev.plimsoll.extender.scheduler.StateHolder.Decision;
import dev.plimsoll.extender.scoring.NodeHeadroom;
import dev.plimsoll.kube.periodic.Ticker;
import dev.plimsoll.kube.watch.ObjectChange;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.pod.PodResources;
import dev.plimsoll.kubernetes.pod.PodResourcesOptions;
import dev.plimsoll.kubernetes.quantity.Resources;
import dev.plimsoll.model.tenancy.CapacityPolicy;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * Decides on one pod at a time. Everything that decisions depend on is one {@link SchedulerState}:
 * a decision makes another state of it and puts that in its place; whoever only looks takes the
 * state as it is, and makes nobody wait.
 */
public final class Decisions {
  private final Ticker ticker;
  private final UsageResync resync;
  private final ReservationDecisions reservations;
  private final ReleasedPods releasedPods = new ReleasedPods();

  private final StateHolder<SchedulerState> states;

  /** Follows the usage of nodes, for many nodes at once; replaced while {@code this} is locked. */
  private volatile NodeHeadroomTable headrooms;

  private final ScoredDomains domains = new ScoredDomains();

  /** The nodes that have changed since a resync began. */
  @GuardedBy("this")
  private final Set<String> changedNodes = new HashSet<>();

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
    this.ticker = ticker;
    SchedulerState start =
        SchedulerState.of(cluster, extenderSettings.withPolicies(now), ticker.read());
    this.states = new StateHolder<>(start);
    this.headrooms = NodeHeadroomTable.of(start.usage().nodes());
    this.reservations = new ReservationDecisions(this::look, this::commit);
    this.resync = new UsageResync(this, cluster, policies, now);
  }

  /** Returns the state as it is now. A look makes no decision wait. */
  SchedulerState look() {
    return states.get().at(ticker.read());
  }

  /** Puts another state in the place of the one in use. */
  @CanIgnoreReturnValue
  private SchedulerState commit(UnaryOperator<SchedulerState> change) {
    return states.decide(
        s -> {
          SchedulerState next = change.apply(s.at(ticker.read())).next();
          return new Decision<>(next, next);
        });
  }

  /** Decides about a pod of a namespace on the state as it is now. */
  private <T> Answer<T> decide(
      String namespace, Function<SchedulerState, Decision<SchedulerState, T>> rule) {
    return states.decide(
        s -> {
          Decision<SchedulerState, T> decision =
              rule.apply(s.at(ticker.read()).counting(namespace));
          return new Decision<>(
              decision.next().next(), new Answer<>(decision.answer(), s.revision()));
        });
  }

  /** Returns the number of the state that is in use. */
  long revision() {
    return states.get().revision();
  }

  /** Returns the cluster that decisions are made by. */
  public Cluster cluster() {
    return states.get().cluster();
  }

  /** Returns the capacity and usage of nodes. */
  public NodeUsage nodes() {
    return states.get().usage().nodes();
  }

  /** Returns the headroom of these nodes for a pod with these requests. */
  public List<NodeHeadroom> headrooms(NodeNames nodeNames, Resources requests) {
    List<NodeHeadroom> all = NodeHeadrooms.of(headrooms, nodes(), nodeNames, requests);
    return domains.rank(look(), nodeNames, all);
  }

  /** Returns the usage of shares, by the policy. */
  public List<ShareUsage> shares() {
    return look().usage().shares();
  }

  /** Returns the assumed pods, the oldest first. */
  public List<AssumedPod> assumedPods() {
    return look()
        .pods()
        .assumed()
        .flatMap(e -> e.assumedPod().stream())
        .sorted(Comparator.comparingLong(AssumedPod::expires))
        .toList();
  }

  /** Returns the nominated pods, and the pods that the scheduler may nominate now. */
  public List<AssumedPod> nominatedPods() {
    return look().pods().all().stream().flatMap(e -> e.nominatedPod().stream()).toList();
  }

  /** Returns the pods whose nomination is to be cleared, as a watch has shown them. */
  public List<Pod> obsoleteNominations() {
    return states.get().pods().all().stream()
        .filter(PodEntry::isObsolete)
        .map(PodEntry::pod)
        .toList();
  }

  /**
   * Returns whether only evictions could help a held pod when the scheduler asked last, so that it
   * ignores changes of the pod's metadata.
   */
  public boolean needsEvictions(Pod pod) {
    return hold(pod).filter(Hold::needsEvictions).isPresent();
  }

  private Optional<Hold> hold(Pod pod) {
    return states.get().pods().get(pod).flatMap(PodEntry::hold);
  }

  /** Returns the time until the assumption expires. */
  public Duration left(AssumedPod assumedPod) {
    return Duration.ofNanos(assumedPod.expires() - ticker.read());
  }

  /** Returns how many pods were asked about that no watch had shown. */
  public long unknownPods() {
    return states.get().pods().asked();
  }

  /** Returns the held pods, by namespace. */
  public List<HeldPod> held() {
    return states
        .get()
        .pods()
        .held()
        .sorted(
            Comparator.<PodEntry, String>comparing(e -> e.pod().namespace())
                .thenComparing(Hold.BY_AGE))
        .flatMap(e -> e.heldPod().stream())
        .toList();
  }

  /** Returns why the pod is held, if it is. */
  public Optional<HoldReason> holdReason(Pod pod) {
    return hold(pod).map(h -> h.reasons().get(0));
  }

  /**
   * Returns the checks of the pod's gang, quotas and shares now, up to the first that holds the
   * pod.
   */
  public List<HoldCheck> checks(Pod pod) {
    return List.copyOf(new PodChecks(look(), pod).all());
  }

  /** Returns for how long a pod has been held, if it is. */
  public Optional<Duration> heldFor(Pod pod) {
    return hold(pod).map(h -> Duration.ofNanos(ticker.read() - h.since()));
  }

  /** Takes changes in that show in the cluster; they must come in their order. */
  public synchronized void changed(List<ObjectChange> objectChanges, Cluster now) {
    NodeUsage usage = commit(s -> s.changed(objectChanges, now)).usage().nodes();
    List<String> nodes =
        objectChanges.stream()
            .flatMap(c -> Stream.of(c.before(), c.after()))
            .flatMap(Optional::stream)
            .flatMap(o -> NodeUsage.node(o).stream())
            .toList();
    nodes.forEach(node -> headrooms.put(node, usage));
    changedNodes.addAll(nodes);
  }

  /** Returns the requests of a pod without a node. */
  public static Resources requests(Pod pod) {
    return PodResources.requests(pod, PodResourcesOptions.SCHEDULER_INCOMING);
  }

  /**
   * Decides to which of the nodes the pod may go, and assumes it if there is any.
   *
   * @param candidates how many nodes there are
   * @param names their names, which are not always needed
   */
  public FilterDecision filter(Pod pod, int candidates, Supplier<List<String>> names) {
    return decideFilter(pod, candidates, names).value();
  }

  Answer<FilterDecision> decideFilter(Pod pod, int candidates, Supplier<List<String>> names) {
    return decide(
        pod.namespace(),
        s -> {
          Filtering filtering = Filtering.of(s, pod, candidates, names);
          return new Decision<>(filtering.after(), filtering.decision());
        });
  }

  /**
   * Decides on which nodes these pods may be evicted for the pod. If there is any, the pod counts
   * as nominated from now on.
   */
  public Set<String> preempt(Pod pod, Map<String, List<String>> victims) {
    return preempt(pod, victims, Set.of()).value().victims().keySet();
  }

  /**
   * Decides on which nodes pods may be evicted for the pod, and which pods.
   *
   * @param victims the pods' UIDs, by node, as kube-scheduler proposes
   * @param violating the nodes where that violates disruption budgets
   */
  public Answer<AllowedEvictions> preempt(
      Pod pod, Map<String, List<String>> victims, Set<String> violating) {
    return decide(
        pod.namespace(),
        s -> {
          AllowedEvictions evictions = new Preemption(s, pod).evictions(victims, violating);
          SchedulerState next =
              evictions.victims().isEmpty()
                  ? s.change(pod, PodLife::notPreempting)
                  : s.changeAny(pod, (life, e) -> life.preempting(e, evictions.victims()));
          return new Decision<>(next, evictions);
        });
  }

  /**
   * Assumes the pod on the node that it is being bound to, if it may be bound.
   *
   * @return what decides; empty if the pod is unknown
   */
  public Answer<Optional<BindCheck>> bind(ExtenderBindingArgs args) {
    return decide(
        args.podNamespace(),
        s ->
            s.known(args.podNamespace(), args.podName(), args.podUid())
                .map(pod -> bind(s, pod, args.node()))
                .orElseGet(() -> new Decision<>(s, Optional.empty())));
  }

  private static Decision<SchedulerState, Optional<BindCheck>> bind(
      SchedulerState state, Pod pod, String node) {
    PodChecks checks = new PodChecks(state, pod);
    BindCheck check = new BindCheck(checks.on(node), checks.resources(node, List.of()));
    return new Decision<>(
        check.rejection().isEmpty()
            ? state.change(pod, (life, entry) -> life.binding(entry, node))
            : state.change(pod, PodLife::forgotten),
        Optional.of(check));
  }

  /**
   * Takes over from another replica. Only the bindings of that replica are known. The replica may
   * have accepted any other pod without a node, so each such pod is assumed until that expires.
   */
  public void takeOver() {
    commit(SchedulerState::takenOver);
  }

  /** Forgets a held pod, because it is gone. */
  public void removeHeld(Pod pod) {
    commit(s -> s.change(pod, PodLife::unheld));
  }

  /** Forgets an assumed pod. */
  public void forgetPod(String uid) {
    commit(s -> s.pods().get(uid).map(e -> s.change(e.pod(), PodLife::forgotten)).orElse(s));
  }

  /**
   * Finds held pods that are free now and that the scheduler leaves alone, by {@link ReleasedPods}.
   */
  public Map<String, List<HeldPod>> released(int most) {
    return releasedPods.find(look(), most);
  }

  /** Notes that a held pod is requeued, unless it was asked about since. */
  public void requeue(HeldPod heldPod) {
    commit(
        s ->
            s.pods()
                .get(heldPod.pod())
                .filter(e -> e.times() == heldPod.times() && e.reasons().equals(heldPod.reasons()))
                .map(e -> s.change(e.pod(), PodLife::requeued))
                .orElse(s));
  }

  /** Returns the decisions about reservations on nodes, for large pods and gangs. */
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
  List<String> disputes() {
    return states.get().usage().disputes();
  }

  /**
   * Counts everything again, shares too, while decisions continue.
   *
   * @return what had been counted otherwise; empty if nothing
   */
  public List<String> resync() {
    return resync.run();
  }

  /** Returns the state from which on changes of usage are kept for a resync. */
  synchronized SchedulerState openLog() {
    changedNodes.clear();
    return commit(s -> s.withLog(UsageLog.OPEN));
  }

  /** Keeps changes of usage no more. */
  void closeLog() {
    commit(s -> s.withLog(UsageLog.CLOSED));
  }

  /**
   * Puts counted usage in the place of that in use.
   *
   * @param done how many of the changes since {@link #openLog} it has
   * @param counted the headrooms by that usage
   */
  synchronized void replaceUsage(ClusterUsage usage, int done, NodeHeadroomTable counted) {
    SchedulerState then =
        commit(s -> s.withUsage(s.log().caughtUp(usage, done)).withLog(UsageLog.CLOSED));
    for (String node : changedNodes) {
      counted.put(node, then.usage().nodes());
    }
    headrooms = counted;
  }
}
