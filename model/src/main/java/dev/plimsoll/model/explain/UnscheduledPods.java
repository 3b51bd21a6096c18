package dev.plimsoll.model.explain;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.Condition;
import dev.plimsoll.kubernetes.object.Event;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.placement.framework.ScheduleResult;
import dev.plimsoll.kubernetes.placement.plugins.KubeletAdmission;
import dev.plimsoll.kubernetes.placement.plugins.KubeletAdmission.KubeletDecision;
import dev.plimsoll.kubernetes.quantity.Counted;
import dev.plimsoll.kubernetes.recorded.ClusterRecord;
import dev.plimsoll.model.whatif.Simulation;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Pods about which kube-scheduler isn't asked: another scheduler's, and those made with a node. */
final class UnscheduledPods {
  private UnscheduledPods() {}

  /** Returns the judgement on a pod that waits for another scheduler. */
  static Optional<Judgement> ofOtherScheduler(Simulation simulation, Pod pod) {
    if (simulation.isScheduled(pod)) {
      return Optional.empty();
    }
    Cluster cluster = simulation.cluster();
    List<String> notes = new ArrayList<>();
    String name = pod.spec().schedulerName();
    notes.add("it names the scheduler " + name + ", so kube-scheduler doesn't look at it");
    if (!pod.metadata().uid().isEmpty()
        || cluster.find(Pod.class, pod.namespace(), pod.name()).isPresent()) {
      notes.add(condition(pod));
      notes.add(newestEvent(cluster, pod));
      others(cluster, pod).ifPresent(notes::add);
    }
    return Optional.of(new Judgement(PodVerdict.OtherScheduler, notes));
  }

  /** Returns the judgement on a pod that is created with a node. */
  static Optional<Judgement> ofPresetNode(Simulation simulation, Pod pod) {
    if (!pod.isBound()) {
      return Optional.empty();
    }
    String node = pod.spec().nodeName();
    String asked = "it names node " + node + " itself, so kube-scheduler isn't asked";
    if (simulation.snapshot().node(node).isEmpty()) {
      return Optional.of(
          new Judgement(PodVerdict.NodeLost, List.of("node " + node + " doesn't exist", asked)));
    }
    KubeletDecision decision = KubeletAdmission.decide(simulation.snapshot(), pod);
    return Optional.of(
        decision
            .rejection()
            .map(
                r ->
                    new Judgement(
                        PodVerdict.RejectedByKubelet,
                        List.of(r.reason() + ": " + r.message(), asked)))
            .orElseGet(
                () -> {
                  List<String> notes = new ArrayList<>(List.of(asked));
                  if (!decision.ended().isEmpty()) {
                    notes.add(
                        "it is a critical pod: its kubelet ends "
                            + Counted.of(decision.ended().size(), "other pod")
                            + " of the node for it");
                  }
                  return new Judgement(PodVerdict.Placed, notes);
                }));
  }

  /** Returns notes on a pod that gets its nominated node once the terminating victims are gone. */
  static List<String> ofNominated(Pod pod, ScheduleResult.Preempting preempting) {
    if (pod.status().nominatedNodeName().isEmpty()
        || !preempting.victims().stream().allMatch(Pod::isTerminating)) {
      return List.of();
    }
    String leaving =
        preempting.victims().stream()
            .map(
                v ->
                    v.key()
                        + v.metadata()
                            .deletionTimestamp()
                            .map(t -> " (must be gone by " + t + ")")
                            .orElse(""))
            .collect(Collectors.joining(", "));
    return List.of(
        "node "
            + preempting.node()
            + " is nominated for it, and it gets it once these are gone, which are being deleted: "
            + leaving);
  }

  private static String condition(Pod pod) {
    Optional<Condition> scheduled = pod.status().condition("PodScheduled");
    return scheduled
        .map(
            c ->
                "its condition PodScheduled is "
                    + c.status()
                    + PodLifecycle.text(c.reason(), c.message()).map(t -> ", " + t).orElse(""))
        .orElse("it has no condition PodScheduled");
  }

  private static String newestEvent(Cluster cluster, Pod pod) {
    Optional<Event> newest =
        ClusterRecord.eventsAbout(cluster, pod)
            .max(Comparator.comparing((Event e) -> e.lastSeen().orElse(Instant.EPOCH)));
    return newest
        .flatMap(e -> PodLifecycle.text(e.reason(), e.note()))
        .map(t -> "the newest event about it: " + t)
        .orElse(
            cluster.covers(Event.RESOURCE, pod.namespace())
                ? "no event about it is recorded"
                : "events were not read");
  }

  /** Returns whether the scheduler is known to run, by the pods that it has placed. */
  private static Optional<String> others(Cluster cluster, Pod pod) {
    String name = pod.spec().schedulerName();
    long placed =
        cluster.list(Pod.class).stream()
            .filter(p -> p.spec().schedulerName().equals(name) && p.isBound())
            .count();
    if (placed == 0) {
      return cluster.covers(Pod.RESOURCE)
          ? Optional.of("no pod that names " + name + " has a node: it may not be running")
          : Optional.empty();
    }
    return Optional.of(
        placed == 1
            ? "1 pod that names " + name + " has a node"
            : placed + " pods that name " + name + " have nodes");
  }
}
