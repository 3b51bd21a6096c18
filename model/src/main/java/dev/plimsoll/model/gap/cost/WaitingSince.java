package dev.plimsoll.model.gap.cost;

import dev.plimsoll.kubernetes.object.Condition;
import dev.plimsoll.kubernetes.object.Node;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.Workload;
import dev.plimsoll.kubernetes.recorded.SilentController;
import java.time.Instant;
import java.util.Optional;

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
    /** The time that a taint was added. */
    Taint,
    /** An event; the wait may be older, because events are kept for an hour by default. */
    Event,
    /** The object's creation. */
    Creation,
    /** The first sample of a quiet stretch; it may be older, because samples end or have holes. */
    Usage,
    /** The time by which the object must be gone. */
    Deletion
  }

  /** Returns since when a pod has no node: by its condition, or else since it is there. */
  public static Optional<WaitingSince> ofPod(Pod pod) {
    return pod.status()
        .condition("PodScheduled")
        .filter(c -> c.status().equals("False"))
        .flatMap(WaitingSince::ofCondition)
        .or(() -> pod.metadata().creationTimestamp().map(t -> new WaitingSince(t, Basis.Creation)));
  }

  /** Returns since when a pod has its node: by its condition, or else since it is there. */
  public static Optional<WaitingSince> ofPlacement(Pod pod) {
    return pod.status()
        .condition("PodScheduled")
        .filter(c -> c.status().equals("True"))
        .flatMap(WaitingSince::ofCondition)
        .or(() -> pod.metadata().creationTimestamp().map(t -> new WaitingSince(t, Basis.Creation)));
  }

  /** Returns since when an owner fails to create pods: by its condition, or else by its events. */
  public static Optional<WaitingSince> ofMissingPods(WaitingEvents events, Workload owner) {
    return owner.conditions().stream()
        .filter(c -> c.type().equals("ReplicaFailure") && c.status().equals("True"))
        .findFirst()
        .flatMap(WaitingSince::ofCondition)
        .or(() -> events.firstFailure(owner).map(t -> new WaitingSince(t, Basis.Event)));
  }

  /**
   * Returns since when a node takes no pods: not ready by its condition; cordoned by the time of
   * its taint, or else by an event.
   */
  public static Optional<WaitingSince> ofNode(WaitingEvents events, Node node) {
    return node.unschedulable()
        ? node.cordonedSince()
            .map(t -> new WaitingSince(t, Basis.Taint))
            .or(() -> events.lastCordon(node).map(t -> new WaitingSince(t, Basis.Event)))
        : node.notReadySince().map(t -> new WaitingSince(t, Basis.Condition));
  }

  /** Returns since when a Workload of Kueue waits: by its condition, or else since it is there. */
  public static Optional<WaitingSince> ofQueued(Workload workload) {
    return workload.conditions().stream()
        .filter(c -> c.type().equals("QuotaReserved") && c.status().equals("False"))
        .findFirst()
        .flatMap(WaitingSince::ofCondition)
        .or(
            () ->
                workload
                    .metadata()
                    .creationTimestamp()
                    .map(t -> new WaitingSince(t, Basis.Creation)));
  }

  /** Returns since when devices are idle: since the first sample of a quiet stretch. */
  public static WaitingSince ofIdle(Instant first) {
    return new WaitingSince(first, Basis.Usage);
  }

  /** Returns since when a pod should be gone. */
  public static WaitingSince ofDeletion(Instant due) {
    return new WaitingSince(due, Basis.Deletion);
  }

  /** Returns since when an object waits for its controller, if it has waited since its creation. */
  public static Optional<WaitingSince> ofSilence(SilentController silent) {
    return silent.isOfCreation()
        ? Optional.of(new WaitingSince(silent.since(), Basis.Creation))
        : Optional.empty();
  }

  private static Optional<WaitingSince> ofCondition(Condition condition) {
    return condition.lastTransitionTime().map(t -> new WaitingSince(t, Basis.Condition));
  }
}
