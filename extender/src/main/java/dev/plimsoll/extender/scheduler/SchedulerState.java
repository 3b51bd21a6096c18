package dev.plimsoll.extender.scheduler;

import dev.plimsoll.extender.accounting.AssumedPod;
import dev.plimsoll.extender.accounting.ClusterUsage;
import dev.plimsoll.extender.config.ExtenderSettings;
import dev.plimsoll.kube.watch.ObjectChange;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.kubernetes.object.Node;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.ResourceQuota;
import dev.plimsoll.model.tenancy.CapacityPolicy;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.UnaryOperator;

/**
 * Everything that decisions depend on, at one instant. A state never changes: each change returns
 * another, and to try something means to make a state that nobody keeps. Usage and indexes always
 * follow from the cluster and the entries of pods, since only {@link #with} and {@link #changed}
 * change them.
 *
 * <p>What never breaks: usage is the sum over the cluster's placed pods and the table's pods in
 * flight. {@link #resynced} computes that sum from nothing, and a resync compares the two. A pod
 * that is replaced under its name is another entry, by its UID.
 *
 * <p>A state needs no lock. {@code StateHolder} replaces the state in use, one change after the
 * other; every reader keeps the state that it took. The parts are persistent trees, so a change
 * costs as many nodes of a tree as the tree is deep, and an old state costs nothing until it is
 * dropped. Maps under one lock would be faster for one change. But then each trial must be undone,
 * and each report must wait for the lock.
 *
 * @param settings the settings
 * @param revision the number of the state among those that were in use
 * @param now the time, in nanoseconds of a ticker
 * @param cluster the cluster as watches show it
 * @param pods what is known of pods without a node
 * @param usage what is used of nodes, quotas and shares
 * @param log the changes of usage since a resync began
 * @param gangs what is reserved for gangs
 * @param nodes which nodes are reserved for large pods
 */
@RecordBuilder
record SchedulerState(
    ExtenderSettings settings,
    long revision,
    long now,
    Cluster cluster,
    PodTable pods,
    ClusterUsage usage,
    UsageLog log,
    GangReservations gangs,
    NodeReservations nodes)
    implements SchedulerStateBuilder.With {

  /** Returns the state at the start: all pods without a node are as the cluster shows them. */
  static SchedulerState of(Cluster cluster, ExtenderSettings settings, long now) {
    SchedulerState state =
        new SchedulerState(
            settings,
            0,
            now,
            cluster,
            PodTable.EMPTY,
            ClusterUsage.of(cluster, settings.policies()),
            UsageLog.CLOSED,
            GangReservations.NONE,
            NodeReservations.NONE);
    List<Pod> pods = cluster.list(Pod.class).stream().filter(p -> !PodLife.isOver(p)).toList();
    state = state.change(pods, PodLife::nominated);
    state = state.change(pods, PodLife::adopted);
    return state.change(pods, PodLife::waiting);
  }

  private SchedulerState change(
      Collection<Pod> some, BiFunction<PodLife, PodEntry, PodEntry> event) {
    SchedulerState state = this;
    for (Pod pod : some) {
      state = state.change(pod, event);
    }
    return state;
  }

  /** Returns the next state in use. */
  SchedulerState next() {
    return withRevision(revision + 1);
  }

  private SchedulerState changing(UnaryOperator<ClusterUsage> change) {
    return withUsage(change.apply(usage)).withLog(log.with(change));
  }

  /**
   * Puts an entry in the place of another, and changes usage and indexes by the difference. Nothing
   * else changes them for pods without a node.
   */
  private SchedulerState with(Optional<PodEntry> before, Optional<PodEntry> after) {
    if (before.equals(after)) {
      return this;
    }
    String uid = after.or(() -> before).orElseThrow().uid();
    Cluster then = cluster;
    return withPods(pods.with(uid, after))
        .changing(u -> counted(counted(u, before, false, then), after, true, then));
  }

  private static ClusterUsage counted(
      ClusterUsage usage, Optional<PodEntry> entry, boolean in, Cluster cluster) {
    if (entry.isEmpty()) {
      return usage;
    }
    Pod pod = entry.get().pod();
    ClusterUsage counted = entry.get().isInFlight() ? usage.assumed(pod, in, cluster) : usage;
    return entry.get().waits() ? counted.waiting(pod, in, cluster) : counted;
  }

  /** Returns usage of this state by another count of the cluster. */
  ClusterUsage resynced(List<CapacityPolicy> policies) {
    ClusterUsage counted = ClusterUsage.of(cluster, policies);
    for (String namespace : usage.countedNamespaces()) {
      counted = counted.counting(namespace, cluster, List.of());
    }
    for (PodEntry entry : pods.all()) {
      counted = counted(counted, Optional.of(entry), true, cluster);
    }
    return counted;
  }

  /** Returns the state in which a namespace's quotas are counted, if it has any. */
  SchedulerState counting(String namespace) {
    if (!needsCounting(namespace)) {
      return this;
    }
    List<Pod> inFlight = pods.inFlight(namespace);
    Cluster then = cluster;
    return changing(u -> u.counting(namespace, then, inFlight));
  }

  /** Returns whether a namespace has quotas that are not counted yet. */
  boolean needsCounting(String namespace) {
    return settings.quotaAtPlacement()
        && !usage.isCounted(namespace)
        && !cluster.list(ResourceQuota.class, namespace).isEmpty();
  }

  /** Returns the state in which a pod counts as if it were assumed, to see what else would fit. */
  SchedulerState trying(Pod pod) {
    return pods.inFlight(pod).isPresent()
        ? this
        : counting(pod.namespace()).changing(u -> u.assumed(pod, true, cluster));
  }

  /** Returns the state in which pods count as if they were assumed. */
  SchedulerState trying(List<Pod> some) {
    SchedulerState tried = this;
    for (Pod pod : some) {
      tried = tried.trying(pod);
    }
    return tried;
  }

  /** Returns the state at another time: what has expired counts no more. */
  SchedulerState at(long time) {
    if (time < pods.expires()) {
      return withNow(time);
    }
    SchedulerState then = withNow(time);
    for (PodEntry entry : pods.inFlight().values()) {
      if (entry.expires() <= time) {
        then = then.change(entry, PodLife::expired);
      }
    }
    return then.withPods(then.pods.unexpired());
  }

  /** Returns the state after changes that show in the cluster. */
  SchedulerState changed(List<ObjectChange> changes, Cluster then) {
    SchedulerState state = withCluster(then);
    for (ObjectChange change : changes) {
      state = state.changed(change.before(), change.after());
    }
    return state;
  }

  private SchedulerState changed(Optional<ApiObject> before, Optional<ApiObject> after) {
    Cluster then = cluster;
    SchedulerState state = changing(u -> u.changed(before, after, then));
    ApiObject object = after.or(() -> before).orElseThrow();
    if (object instanceof Node node) {
      return after.isPresent() ? state : state.withNodes(nodes.without(node));
    }
    return object instanceof Pod pod
        ? state.changed(before.map(Pod.class::cast), after.map(Pod.class::cast), pod)
        : state;
  }

  private SchedulerState changed(Optional<Pod> before, Optional<Pod> after, Pod pod) {
    SchedulerState state = withGangs(new Gangs(this).changed(before, after));
    if (after.isPresent() && !PodLife.isOver(pod)) {
      return state.change(pod, (life, entry) -> life.shown(entry, before, pod));
    }
    PodTable table = after.isPresent() ? pods : pods.withGone(pod);
    return state
        .withNodes(nodes.withoutPod(pod))
        .withPods(table)
        .with(pods.get(pod), Optional.empty());
  }

  /** Returns the state after an event of a pod that has an entry, or that the cluster shows. */
  SchedulerState change(Pod pod, BiFunction<PodLife, PodEntry, PodEntry> event) {
    return entry(pod).map(e -> change(e, event)).orElse(this);
  }

  /** Returns the state after an event of a pod that may be unknown. */
  SchedulerState changeAny(Pod pod, BiFunction<PodLife, PodEntry, PodEntry> event) {
    return entry(pod).isPresent() ? change(pod, event) : withUnknown(pod).change(pod, event);
  }

  private SchedulerState change(PodEntry entry, BiFunction<PodLife, PodEntry, PodEntry> event) {
    SchedulerState counted = counting(entry.pod().namespace());
    PodLife life = new PodLife(new PodFacts(counted, entry.pod()));
    PodEntry after = life.next(entry, event);
    return counted.with(
        pods.get(entry.uid()), after.isBlank() ? Optional.empty() : Optional.of(after));
  }

  /**
   * Returns the state of a new leader. Another replica may have passed any pod that has no node and
   * that a scheduler may be working on, so each such pod is assumed. An assumption ends when
   * kube-scheduler asks about the pod again, or when the assumption expires.
   */
  SchedulerState takenOver() {
    List<Pod> some = cluster.list(Pod.class).stream().filter(Gangs::waits).toList();
    return change(some, PodLife::takenOver);
  }

  private Optional<PodEntry> entry(Pod pod) {
    return pods.get(pod)
        .or(
            () ->
                stored(pod)
                    .filter(p -> !PodLife.isOver(p))
                    .map(p -> PodEntry.of(p, PodEntry.WAITING)));
  }

  /** Returns the state with an entry of an unknown pod, unless there are too many of them. */
  private SchedulerState withUnknown(Pod pod) {
    if (stored(pod).isPresent() || pods.gone().contains(AssumedPod.uid(pod))) {
      return this;
    }
    SchedulerState state = withPods(pods.withAsked(pods.asked() + 1));
    if (pods.unknown().size() >= PodTable.MOST_UNKNOWN) {
      Optional<PodEntry> lapsed = pods.lapsed(now);
      if (lapsed.isEmpty()) {
        return state;
      }
      state = state.with(lapsed, Optional.empty());
    }
    long until = now + PodPhase.UNKNOWN_TTL.toNanos();
    PodEntry entry = PodEntry.of(pod, new PodPhase.Unknown(Optional.empty(), until));
    return state.with(Optional.empty(), Optional.of(entry));
  }

  /** Returns the pod as a watch has shown it. */
  Optional<Pod> stored(Pod pod) {
    return stored(pod.namespace(), pod.name(), AssumedPod.uid(pod));
  }

  Optional<Pod> stored(String namespace, String name, String uid) {
    return cluster
        .find(Pod.class, namespace, name)
        .filter(stored -> AssumedPod.uid(stored).equals(uid));
  }

  /** Returns the pod as a watch has shown it, or as the scheduler told until then. */
  Optional<Pod> known(String namespace, String name, String uid) {
    return stored(namespace, name, uid)
        .or(
            () ->
                pods.get(uid)
                    .filter(PodEntry::isAssumed)
                    .map(PodEntry::pod)
                    .filter(p -> p.namespace().equals(namespace) && p.name().equals(name)));
  }
}
