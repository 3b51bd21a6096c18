package dev.plimsoll.bench.when;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.Condition;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.placement.snapshot.Snapshot;
import dev.plimsoll.model.tenancy.CapacityPolicy;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The cluster of a replay and the pods that wait in it. For one thread. */
final class ReplayState {
  private Cluster cluster;
  private Snapshot snapshot;
  private final HeldShares shares;
  private final Map<String, Pod> pending = new LinkedHashMap<>();

  ReplayState(Cluster cluster, List<CapacityPolicy> policies) {
    this.cluster = cluster;
    this.shares = new HeldShares(cluster, policies);
    this.snapshot = Snapshot.of(cluster);
    cluster.list(Pod.class).stream()
        .filter(p -> !p.isBound() && !p.isTerminal())
        .forEach(p -> pending.put(p.key(), p));
  }

  Cluster cluster() {
    return cluster;
  }

  Snapshot snapshot() {
    return snapshot;
  }

  HeldShares shares() {
    return shares;
  }

  Instant now() {
    return cluster.asOf();
  }

  /** Returns the pods without a node. */
  Collection<Pod> pending() {
    return List.copyOf(pending.values());
  }

  void advance(Instant to) {
    cluster = cluster.at(to);
    snapshot = snapshot.in(cluster);
  }

  void create(Pod pod) {
    shares.count(pod, true);
    pending.put(pod.key(), pod);
    change(cluster.with(pod));
  }

  /** Puts another version of a pod without a node in the place of the former. */
  void replace(Pod pod) {
    shares.count(pending.getOrDefault(pod.key(), pod), false);
    create(pod);
  }

  /** Gives a pod a node; returns the pod as it runs. */
  Pod bind(Pod pod, String node) {
    List<Condition> conditions = new ArrayList<>();
    conditions.add(new Condition("PodScheduled", "True", "", "", Optional.of(now())));
    conditions.add(new Condition("Ready", "True", "", "", Optional.of(now())));
    Pod running =
        pod.withSpec(pod.spec().withNodeName(node))
            .withStatus(
                pod.status()
                    .withPhase("Running")
                    .withStartTime(Optional.of(now()))
                    .withConditions(conditions));
    pending.remove(pod.key());
    shares.count(pod, false);
    shares.count(running, true);
    change(cluster.with(running));
    snapshot = snapshot.with(running, node);
    return running;
  }

  void end(Pod running) {
    shares.count(running, false);
    change(cluster.without(running));
    snapshot = snapshot.without(running);
  }

  private void change(Cluster changed) {
    cluster = changed;
    snapshot = snapshot.in(changed);
  }
}
