package dev.plimsoll.model.gate;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.cluster.Unread;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.placement.framework.ScheduleResult;
import dev.plimsoll.kubernetes.placement.framework.Scheduler;
import dev.plimsoll.kubernetes.placement.snapshot.Snapshot;
import dev.plimsoll.model.topology.DomainRequest;
import dev.plimsoll.model.topology.GangDomains;
import dev.plimsoll.model.topology.TopologyLevels;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * The free capacity of nodes, less the requests of placed pods and of released pods without a node.
 * For one thread at a time.
 */
final class GateNodes {
  private final Scheduler scheduler;
  private final TopologyLevels levels;
  private final Predicate<Pod> ending;
  private final Snapshot initial;
  private Snapshot snapshot;
  private Optional<Snapshot> emptied = Optional.empty();

  /**
   * Creates the nodes of a cluster.
   *
   * @param levels the levels of domains
   * @param ending the placed pods that may end
   */
  GateNodes(Cluster cluster, TopologyLevels levels, Scheduler scheduler, Predicate<Pod> ending) {
    this.levels = levels;
    this.scheduler = scheduler;
    this.ending = ending;
    this.initial = Snapshot.of(cluster);
    this.snapshot = initial;
  }

  /** Places released pods on nodes as far as they fit, in the order of kube-scheduler's queue. */
  void released(Collection<Pod> pods) {
    Set<Object> unplaceable = new HashSet<>();
    pods.stream()
        .sorted(GateUnit.BY_PRIORITY_AND_AGE)
        .map(ShareGate::ungated)
        .filter(p -> !unplaceable.contains(shape(p)))
        .forEach(
            p -> {
              if (!takeNode(p)) {
                unplaceable.add(shape(p));
              }
            });
  }

  /** Returns all of a pod that says where it can be placed. */
  static Object shape(Pod pod) {
    return List.of(
        pod.namespace(), pod.metadata().labels(), pod.spec(), pod.status().nominatedNodeName());
  }

  /** Places all pods of a unit on nodes, or none; returns the reason if none. */
  Optional<GateReason> take(GateUnit unit) {
    List<Pod> pods = unit.pods().stream().map(ShareGate::ungated).toList();
    Snapshot before = snapshot;
    Unread unread = Unread.NOTHING;
    for (Pod pod : pods) {
      unread = unread.and(scheduler.unread(before, pod));
    }
    if (!unread.isEmpty()) {
      return Optional.of(
          new GateReason(GateReason.Cause.UNREAD, "what can't be read: " + unread.names()));
    }
    return pods.size() == 1 ? takeOne(pods.get(0)) : takeAll(pods);
  }

  private Optional<GateReason> takeOne(Pod pod) {
    return takeNode(pod) ? Optional.empty() : lack("a node that can take it");
  }

  private Optional<GateReason> takeAll(List<Pod> pods) {
    Optional<Map<String, String>> nodes = GangDomains.nodesFor(scheduler, snapshot, levels, pods);
    if (nodes.isEmpty()) {
      return lack(
          "nodes that can take all "
              + pods.size()
              + " pods of its gang at once"
              + DomainRequest.of(snapshot.cluster(), pods.get(0))
                  .within()
                  .map(w -> " within one " + w)
                  .orElse(""));
    }
    for (Pod pod : pods) {
      snapshot = snapshot.with(pod, nodes.get().getOrDefault(pod.key(), ""));
    }
    return Optional.empty();
  }

  private static Optional<GateReason> lack(String text) {
    return Optional.of(new GateReason(GateReason.Cause.NODES, text));
  }

  /**
   * Places a pod on a node as kube-scheduler would, which may evict others; returns whether it
   * fits.
   */
  private boolean takeNode(Pod pod) {
    ScheduleResult result = scheduler.schedule(snapshot, pod);
    if (result instanceof ScheduleResult.Feasible feasible) {
      snapshot = snapshot.with(pod, scheduler.selectHost(snapshot, pod, feasible.nodes()));
      return true;
    }
    if (result instanceof ScheduleResult.Preempting preempting
        && preempting.victims().stream().allMatch(this::runs)) {
      preempting.victims().forEach(v -> snapshot = snapshot.without(v));
      snapshot = snapshot.with(pod, preempting.node());
      return true;
    }
    return false;
  }

  /** Returns whether the pod has a node, and isn't only taken to get one. */
  private boolean runs(Pod pod) {
    return initial
        .cluster()
        .find(Pod.class, pod.namespace(), pod.name())
        .filter(Pod::isBound)
        .isPresent();
  }

  /** Returns whether nodes could take the unit if none of those pods were there that may end. */
  boolean couldTake(GateUnit unit) {
    Snapshot empty = emptied.orElseGet(this::emptied);
    List<Pod> pods = unit.pods().stream().map(ShareGate::ungated).toList();
    return GangDomains.nodesFor(scheduler, empty, levels, pods).isPresent();
  }

  private Snapshot emptied() {
    Snapshot empty = initial;
    for (Pod pod : initial.cluster().list(Pod.class)) {
      empty = pod.isBound() && ending.test(pod) ? empty.without(pod) : empty;
    }
    emptied = Optional.of(empty);
    return empty;
  }
}
