package dev.plimsoll.extender.scheduler;

import dev.plimsoll.model.object.Condition;
import dev.plimsoll.model.object.Pod;
import java.util.Optional;

/** What kube-scheduler says of a pod in its condition of this name. */
final class PodScheduled {
  private PodScheduled() {}

  static Optional<Condition> of(Pod pod) {
    return pod.status().condition("PodScheduled");
  }

  static boolean isUnschedulable(Pod pod) {
    return of(pod).filter(c -> c.reason().equals("Unschedulable")).isPresent();
  }
}
