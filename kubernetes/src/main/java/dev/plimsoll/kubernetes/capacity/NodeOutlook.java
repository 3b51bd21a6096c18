package dev.plimsoll.kubernetes.capacity;

import dev.plimsoll.kubernetes.object.Condition;
import dev.plimsoll.kubernetes.object.Node;
import dev.plimsoll.kubernetes.object.Taint;
import dev.plimsoll.kubernetes.placement.snapshot.Tolerations;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Whether a node takes pods, and whether it soon will if it does not.
 *
 * @param prospect what is to be expected
 * @param since since when the node takes no pods, where its conditions say so
 */
public record NodeOutlook(Prospect prospect, Optional<Instant> since) {

  /** Times of a condition have whole seconds, and kubelet sets them before it sends the node. */
  private static final Duration REGISTRATION = Duration.ofSeconds(5);

  /** The expected state of a node. */
  public enum Prospect {
    /** The node takes pods. */
    AVAILABLE,
    /** The node takes no pods, and nobody decided that: it may be back soon. */
    BACK_SOON,
    /** Somebody decided that the node takes no pods, or is deleted. */
    GOING
  }

  /** Returns the outlook of the node. */
  public static NodeOutlook of(Node node) {
    if (NodeAvailability.of(node).isAvailable()) {
      return new NodeOutlook(Prospect.AVAILABLE, Optional.empty());
    }
    List<Taint> taints = node.taints().stream().filter(Tolerations::preventsScheduling).toList();
    boolean going =
        node.unschedulable()
            || node.metadata().deletionTimestamp().isPresent()
            || taints.stream()
                .anyMatch(t -> LifecycleTaint.prospect(t).equals(Optional.of(Prospect.GOING)));
    return going
        ? new NodeOutlook(Prospect.GOING, Optional.empty())
        : new NodeOutlook(Prospect.BACK_SOON, since(node, taints));
  }

  /**
   * Returns the taint by which an autoscaler or a cloud provider removes the node. To uncordon the
   * node doesn't stop the removal.
   */
  public static Optional<Taint> removal(Node node) {
    return node.taints().stream().filter(LifecycleTaint::announcesEnd).findFirst();
  }

  /**
   * Returns whether the node starts: its condition {@code Ready} has the status that kubelet
   * registered the node with. Such a node has not been ready.
   */
  public static boolean isStarting(Node node) {
    Optional<Instant> created = node.metadata().creationTimestamp();
    return !node.isReady()
        && node.conditions().stream()
            .filter(c -> c.type().equals("Ready"))
            .flatMap(c -> c.lastTransitionTime().stream())
            .anyMatch(t -> created.filter(c -> !t.isAfter(c.plus(REGISTRATION))).isPresent());
  }

  /** Returns the earliest time in the node's conditions since when the node has taken no pods. */
  private static Optional<Instant> since(Node node, List<Taint> taints) {
    return node.conditions().stream()
        .filter(c -> isCause(c, node, taints))
        .flatMap(c -> c.lastTransitionTime().stream())
        .min(Instant::compareTo);
  }

  private static boolean isCause(Condition condition, Node node, List<Taint> taints) {
    return condition.type().equals("Ready")
        ? !node.isReady()
        : condition.status().equals("True")
            && taints.stream()
                .anyMatch(t -> LifecycleTaint.condition(t).equals(Optional.of(condition.type())));
  }
}
