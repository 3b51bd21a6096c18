package dev.plimsoll.extender.scheduler;

import dev.plimsoll.extender.accounting.HoldReason;
import dev.plimsoll.kubernetes.object.Pod;
import java.util.List;

/**
 * A held pod.
 *
 * @param pod the pod as the scheduler asked about it
 * @param reasons all reasons that rejected nodes; the first one came first
 * @param times how often the scheduler was told the first reason
 * @param since when the hold began, in nanoseconds of a ticker; if another replica held the pod
 *     before, when this replica took over
 */
public record HeldPod(Pod pod, List<HoldReason> reasons, long times, long since) {

  public HeldPod {
    reasons = List.copyOf(reasons);
  }

  /** Returns the first reason. */
  public HoldReason reason() {
    return reasons.get(0);
  }

  /** Returns the pod's UID. */
  public String uid() {
    return pod.metadata().uid();
  }
}
