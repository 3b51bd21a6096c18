package dev.plimsoll.extender.scheduler;

import dev.plimsoll.extender.accounting.HoldReason;
import dev.plimsoll.model.object.Pod;

/**
 * A pod that is held.
 *
 * @param pod the pod as the scheduler asked about it
 * @param reason why
 * @param times how often the scheduler has been told so
 */
public record HeldPod(Pod pod, HoldReason reason, long times) {

  /** Returns the pod's UID. */
  public String uid() {
    return pod.metadata().uid();
  }
}
