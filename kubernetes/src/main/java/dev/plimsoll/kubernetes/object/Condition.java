package dev.plimsoll.kubernetes.object;

import java.time.Instant;
import java.util.Optional;

/**
 * A condition in an object's status.
 *
 * @param type what it speaks of, such as {@code PodScheduled}
 * @param status {@code True}, {@code False} or {@code Unknown}
 * @param reason the reason in one word
 * @param message the text
 * @param lastTransitionTime since when it has that status; kept only for the conditions by which
 *     something waits: {@code PodScheduled} until the pod runs, {@code PodResizePending}, {@code
 *     ReplicaFailure}, Kueue's {@code Admitted} and {@code QuotaReserved}, and those of a node that
 *     takes no pods for them
 */
public record Condition(
    String type,
    String status,
    String reason,
    String message,
    Optional<Instant> lastTransitionTime) {

  /** Creates a condition without lastTransitionTime. */
  public Condition(String type, String status, String reason, String message) {
    this(type, status, reason, message, Optional.empty());
  }
}
