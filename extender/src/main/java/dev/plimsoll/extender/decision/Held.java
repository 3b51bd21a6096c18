package dev.plimsoll.extender.decision;

import dev.plimsoll.extender.placement.Hold;
import dev.plimsoll.model.object.Pod;

/**
 * A pod that is held back.
 *
 * @param pod the pod as the scheduler asked about it
 * @param hold why
 * @param times how often the scheduler has been told so
 */
public record Held(Pod pod, Hold hold, long times) {

  /** Returns the pod's UID. */
  public String uid() {
    return pod.metadata().uid();
  }
}
