package dev.plimsoll.extender.scheduler;

import dev.plimsoll.extender.accounting.HoldReason;
import dev.plimsoll.model.object.Pod;
import java.util.Set;

/**
 * A pod that is held.
 *
 * @param pod the pod as the scheduler asked about it
 * @param reason why
 * @param times how often the scheduler has been told so
 * @param reservedNodes the nodes that would take it, where that they are reserved is the reason
 * @param since when it came to be held for whatever reason, in nanoseconds of a ticker; of what
 *     another replica held before, when it was taken over
 */
public record HeldPod(
    Pod pod, HoldReason reason, long times, Set<String> reservedNodes, long since) {

  /** Makes the set unmodifiable. */
  public HeldPod {
    reservedNodes = Set.copyOf(reservedNodes);
  }

  /** Returns the pod's UID. */
  public String uid() {
    return pod.metadata().uid();
  }
}
