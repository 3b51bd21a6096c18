package dev.plimsoll.model.check;

import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.model.hold.PodHold;
import dev.plimsoll.model.whatif.Attempt;
import java.util.List;
import java.util.Optional;

/**
 * The outcome of a pod of a set.
 *
 * @param attempt what the API server and the scheduler said
 * @param hold why a capacity policy holds it, if one does
 * @param victims the pods that are evicted for it
 * @param isOpen whether the answer depends on an order that Kubernetes leaves open
 */
record PodAttempt(Attempt attempt, Optional<PodHold> hold, List<Pod> victims, boolean isOpen) {
  PodAttempt {
    victims = List.copyOf(victims);
  }

  /** Returns whether the pod gets a node, now or once others are evicted. */
  boolean runs() {
    return attempt.isPlaced() && hold.isEmpty();
  }

  boolean isDenied() {
    return !attempt.isAdmitted();
  }

  /** Returns whether nothing that isn't known could change the answer. */
  boolean isKnown() {
    return attempt.unread().isEmpty() && !isOpen;
  }
}
