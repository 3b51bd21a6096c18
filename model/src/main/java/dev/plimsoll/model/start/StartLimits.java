package dev.plimsoll.model.start;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.PersistentVolumeClaim;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.PriorityClass;
import dev.plimsoll.kubernetes.placement.framework.GangSizes;
import dev.plimsoll.kubernetes.pod.Gang;
import dev.plimsoll.model.gate.ShareGate;
import dev.plimsoll.model.lifetime.Lifetimes;
import dev.plimsoll.model.topology.DomainRequest;
import dev.plimsoll.model.whatif.Lazy;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Says in a sentence each why there is no estimate, and what may falsify it. */
final class StartLimits {
  private final StartQuestion question;
  private final Cluster cluster;
  private final boolean hasEnds;
  private final NodeGrowth growth;
  private final Lazy<Boolean> isBehind = new Lazy<>(this::isBehind);

  StartLimits(StartQuestion question, Lifetimes lifetimes) {
    this.question = question;
    this.cluster = question.simulation().cluster();
    this.hasEnds = lifetimes.hasEnds();
    this.growth = new NodeGrowth(cluster);
  }

  /** Returns whether any end was seen. */
  boolean hasEnds() {
    return hasEnds;
  }

  List<String> of(QueueUnit unit, QueueState state) {
    List<String> limits = new ArrayList<>();
    if (!hasEnds) {
      limits.add("No pod has ended as far as is known, so nothing says how long pods run.");
    }
    if (unit.shapes().stream().anyMatch(s -> !s.isLocal())) {
      limits.add(
          waitsForClaim(unit.first())
              ? "The pod's claim waits for a volume, and nothing says when there is one."
              : "The pod's place depends on other pods, ports, volumes or claims, which aren't"
                  + " simulated forward.");
    }
    if (DomainRequest.of(cluster, unit.first()).within().isPresent()) {
      limits.add(
          "The gang must be within one domain, which isn't simulated forward, so it may start later"
              + " than estimated.");
    }
    int services = state.services();
    if (services > 0) {
      limits.add(
          "Services end only by rollouts and scaling, so "
              + (services == 1 ? "1 running pod is" : services + " running pods are")
              + " taken to stay.");
    }
    if (state.hasUnknown()) {
      limits.add(
          "For some running pods no pod like them has ended, so nothing says when these pods end.");
    }
    if (unit.jobDeadline() < Double.POSITIVE_INFINITY) {
      Instant at = question.now().plusMillis((long) (unit.jobDeadline() * 1000));
      limits.add(
          "The deadline of its Job is "
              + at.truncatedTo(ChronoUnit.SECONDS)
              + "; it never starts after that.");
    }
    if (isBehind.get()) {
      limits.add("The clock is behind the cluster's own events, so ages of pods are too small.");
    }
    Optional<PriorityClass> above =
        cluster.list(PriorityClass.class).stream()
            .filter(c -> c.value() > unit.priority() && c.value() < 1_000_000_001)
            .findFirst();
    above.ifPresent(
        c ->
            limits.add(
                "A pod that is created later with a higher priority, such as "
                    + c.name()
                    + ", goes before it."));
    limits.addAll(growth.sentences(unit.first()));
    return limits;
  }

  private boolean waitsForClaim(Pod pod) {
    return pod.spec().volumes().stream()
        .flatMap(v -> v.claimName().stream())
        .anyMatch(
            c ->
                cluster
                    .find(PersistentVolumeClaim.class, pod.namespace(), c)
                    .filter(claim -> !claim.volumeName().isEmpty())
                    .isEmpty());
  }

  private boolean isBehind() {
    return question.history().runs().stream()
        .anyMatch(r -> r.started().isAfter(question.now().plusSeconds(1)));
  }

  /** Returns the reason why a pod isn't in the queue. */
  String whyNotQueued(Pod pod) {
    List<String> gates =
        pod.spec().schedulingGates().stream().filter(g -> !g.equals(ShareGate.NAME)).toList();
    if (!gates.isEmpty()) {
      return "scheduling gate " + gates.get(0) + " must be removed by its controller";
    }
    if (!question.simulation().isScheduled(pod.withSpec(ungated(pod)))) {
      return "scheduler "
          + pod.spec().schedulerName()
          + " places it, whose rules Plimsoll doesn't know";
    }
    Optional<Gang> gang = Gang.of(pod);
    return gang.isPresent() && new GangSizes(() -> cluster).isGang(gang.get())
        ? "the gang " + gang.get().name() + " lacks pods, which must be created first"
        : "it isn't in the queue";
  }

  private static dev.plimsoll.kubernetes.object.PodSpec ungated(Pod pod) {
    return pod.spec().withSchedulingGates(List.of());
  }
}
