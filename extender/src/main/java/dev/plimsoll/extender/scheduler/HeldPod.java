package dev.plimsoll.extender.scheduler;

import dev.plimsoll.extender.accounting.HoldReason;
import dev.plimsoll.model.object.Pod;
import java.util.List;
import java.util.Set;

/**
 * A pod that is held.
 *
 * @param pod the pod as the scheduler asked about it
 * @param reasons why: all that rejected nodes, the first of all first
 * @param times how often the scheduler has been told so
 * @param reservedNodes the nodes that would take it, where that they are reserved is the reason
 * @param since when it came to be held for whatever reason, in nanoseconds of a ticker; of what
 *     another replica held before, when it was taken over
 */
public record HeldPod(
    Pod pod, List<HoldReason> reasons, long times, Set<String> reservedNodes, long since) {

  public HeldPod {
    reasons = List.copyOf(reasons);
    reservedNodes = Set.copyOf(reservedNodes);
  }

  /** Returns why it is held, first of all. */
  public HoldReason reason() {
    return reasons.get(0);
  }

  /** Returns the pod's UID. */
  public String uid() {
    return pod.metadata().uid();
  }
}
