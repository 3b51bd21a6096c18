package dev.plimsoll.extender.scheduler;

import dev.plimsoll.kubernetes.object.Condition;
import dev.plimsoll.kubernetes.object.Pod;
import java.util.Optional;

/** The condition of this name, in which kube-scheduler tells about a pod. */
final class PodScheduled {
  private PodScheduled() {}

  static Optional<Condition> of(Pod pod) {
    return pod.status().condition("PodScheduled");
  }

  static boolean isUnschedulable(Pod pod) {
    return of(pod).filter(c -> c.reason().equals("Unschedulable")).isPresent();
  }
}
