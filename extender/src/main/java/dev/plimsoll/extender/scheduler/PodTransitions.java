package dev.plimsoll.extender.scheduler;

import dev.plimsoll.extender.accounting.AssumedPod;
import dev.plimsoll.extender.accounting.HoldReason;
import dev.plimsoll.model.object.Condition;
import dev.plimsoll.model.object.Pod;
import java.util.Optional;

/**
 * What a pod without a node comes to be, by what is decided about it and by what a watch shows:
 * assumed or held. For one thread at a time.
 */
final class PodTransitions {
  private final SchedulerCache cache;
  private final HeldPods held;

  PodTransitions(SchedulerCache schedulerCache, HeldPods heldPods) {
    this.cache = schedulerCache;
    this.held = heldPods;
  }

  /** Takes in how a watch shows a pod. */
  void changed(Optional<Pod> before, Optional<Pod> after) {
    cache.gangs().changed(before, after);
    Pod pod = after.or(() -> before).orElseThrow();
    boolean isOver = after.isEmpty() || pod.isTerminal() || pod.isTerminating() || pod.isBound();
    boolean isUnplaced =
        PodScheduled.isUnschedulable(pod)
            && !PodScheduled.of(pod).equals(before.flatMap(PodScheduled::of));
    if (isUnplaced) {
      cache.gangs().passed(pod, false);
    }
    if (isOver || (isUnplaced && !cache.gangs().isReserved(pod))) {
      cache.forget(AssumedPod.uid(pod));
    } else {
      cache.confirm(pod);
    }
    if (isOver) {
      held.remove(pod);
    } else if (isUnplaced && !held.contains(pod)) {
      adopt(pod);
    }
  }

  /** Takes over a pod that another replica holds, as kube-scheduler's message tells. */
  private void adopt(Pod pod) {
    String message = PodScheduled.of(pod).map(Condition::message).orElse("");
    Optional<HoldReason> hold = cache.holdReason(pod);
    if (hold.isPresent() && message.contains(hold.get().text())) {
      held.put(pod, hold.get());
    }
  }

  /**
   * Assumes each pod that another replica may have let pass: any without a node that a scheduler
   * may be at work on. Those that it didn't let pass are forgotten when they are asked about again,
   * or after the time that a pod stays assumed.
   */
  void takeOver() {
    cache.cluster().list(Pod.class).stream()
        .filter(PodTransitions::mayBeOnItsWay)
        .forEach(pod -> cache.assume(pod, ""));
  }

  private static boolean mayBeOnItsWay(Pod pod) {
    return !pod.isBound()
        && !pod.isTerminal()
        && !pod.isTerminating()
        && pod.spec().schedulingGates().isEmpty();
  }

  /** Takes in that the filter let the pod pass. */
  void passed(Pod pod) {
    cache.gangs().passed(pod, true);
    held.remove(pod);
    cache.assume(pod, "");
  }

  /**
   * Takes in that the filter let the pod pass nowhere. Of a pod that no watch has shown yet, {@link
   * #changed} learns later that it is held.
   */
  void rejected(Pod pod, Optional<HoldReason> hold) {
    cache.gangs().passed(pod, false);
    if (!cache.gangs().isReserved(pod)) {
      cache.forget(AssumedPod.uid(pod));
    }
    hold.ifPresentOrElse(
        reason -> cache.stored(pod).ifPresent(stored -> held.put(stored, reason)),
        () -> held.remove(pod));
  }
}
