package dev.plimsoll.model.gap.cost;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.Condition;
import dev.plimsoll.kubernetes.object.Event;
import dev.plimsoll.kubernetes.object.Node;
import dev.plimsoll.kubernetes.object.ObjectReference;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.Workload;
import java.time.Instant;
import java.util.Comparator;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Since when something waits, by what the cluster itself recorded.
 *
 * @param time the time
 * @param basis what says so
 */
public record WaitingSince(Instant time, Basis basis) {

  /** The source of a time. */
  public enum Basis {
    /** A condition's last transition. */
    Condition,
    /** An event; the wait may be older, because events are kept for an hour by default. */
    Event,
    /** The object's creation. */
    Creation
  }

  /** Returns since when a pod has no node: by its condition, or else since it is there. */
  public static Optional<WaitingSince> ofPod(Pod pod) {
    return pod.status()
        .condition("PodScheduled")
        .filter(c -> c.status().equals("False"))
        .flatMap(WaitingSince::ofCondition)
        .or(() -> pod.metadata().creationTimestamp().map(t -> new WaitingSince(t, Basis.Creation)));
  }

  /** Returns since when an owner fails to create pods: by its condition, or else by its events. */
  public static Optional<WaitingSince> ofMissingPods(Cluster cluster, Workload owner) {
    return owner.conditions().stream()
        .filter(c -> c.type().equals("ReplicaFailure") && c.status().equals("True"))
        .findFirst()
        .flatMap(WaitingSince::ofCondition)
        .or(
            () ->
                firstEvent(
                    cluster,
                    owner.namespace(),
                    e ->
                        e.reason().equals("FailedCreate")
                            && isAbout(e.regarding(), owner.type().kind(), owner.name())));
  }

  /** Returns since when a node takes no pods: not ready by its condition, cordoned by an event. */
  public static Optional<WaitingSince> ofNode(Cluster cluster, Node node) {
    if (!node.unschedulable()) {
      return node.notReadySince().map(t -> new WaitingSince(t, Basis.Condition));
    }
    return cluster.list(Event.class).stream()
        .filter(e -> e.reason().equals("NodeNotSchedulable"))
        .filter(e -> isAbout(e.regarding(), "Node", node.name()))
        .flatMap(e -> e.lastSeen().stream())
        .max(Comparator.naturalOrder())
        .map(t -> new WaitingSince(t, Basis.Event));
  }

  private static Optional<WaitingSince> ofCondition(Condition condition) {
    return condition.lastTransitionTime().map(t -> new WaitingSince(t, Basis.Condition));
  }

  private static Optional<WaitingSince> firstEvent(
      Cluster cluster, String namespace, Predicate<Event> which) {
    return cluster.list(Event.class, namespace).stream()
        .filter(which)
        .flatMap(e -> e.firstSeen().or(e::lastSeen).stream())
        .min(Comparator.naturalOrder())
        .map(t -> new WaitingSince(t, Basis.Event));
  }

  private static boolean isAbout(ObjectReference regarding, String kind, String name) {
    return regarding.kind().equals(kind) && regarding.name().equals(name);
  }
}
