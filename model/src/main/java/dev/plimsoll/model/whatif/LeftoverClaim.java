package dev.plimsoll.model.whatif;

import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.placement.framework.ScheduleResult;
import dev.plimsoll.kubernetes.placement.plugins.ExtendedResourceClaim;
import java.util.List;

/**
 * Follows kube-scheduler when a claim of an earlier attempt keeps a pod from all nodes.
 * kube-scheduler deletes the claim, which makes the pod schedulable again. So the result that lasts
 * is the result without the claim.
 *
 * <p>Source: {@code PostFilter} in {@code
 * pkg/scheduler/framework/plugins/dynamicresources/dynamicresources.go}.
 */
final class LeftoverClaim {
  private LeftoverClaim() {}

  static ScheduleResult resultOf(
      Simulation simulation, Pod pod, ScheduleResult.Unschedulable unschedulable) {
    return ExtendedResourceClaim.find(pod, simulation.cluster())
        .map(claim -> simulation.without(List.of(claim)).scheduleResultOf(pod))
        .orElse(unschedulable);
  }
}
