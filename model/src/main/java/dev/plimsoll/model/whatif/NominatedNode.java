package dev.plimsoll.model.whatif;

import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.placement.framework.ScheduleResult;
import java.util.List;

/**
 * Finds the nominated node of a pod whose victims are already being evicted. The pod finds no node
 * until the victims are gone; then it gets the nominated node.
 *
 * <p>Source: {@code PodEligibleToPreemptOthers} in {@code
 * pkg/scheduler/framework/plugins/defaultpreemption/default_preemption.go}.
 */
final class NominatedNode {
  private NominatedNode() {}

  static ScheduleResult resultOf(
      Simulation simulation, Pod pod, ScheduleResult.Unschedulable unschedulable) {
    String node = pod.status().nominatedNodeName();
    if (node.isEmpty()) {
      return unschedulable;
    }
    List<Pod> leaving =
        simulation.cluster().podsOn(node).stream()
            .filter(p -> p.isTerminating() && priority(p) < priority(pod))
            .toList();
    if (leaving.isEmpty()) {
      return unschedulable;
    }
    Simulation afterwards =
        simulation.with(
            leaving.stream()
                .map(p -> new WorkloadChange.DeletePod(p.namespace(), p.name()))
                .toList());
    return afterwards.scheduleResultOf(pod) instanceof ScheduleResult.Feasible feasible
            && feasible.nodes().contains(node)
        ? new ScheduleResult.Preempting(
            node,
            leaving,
            unschedulable.message(),
            unschedulable.nodes(),
            unschedulable.assumptions())
        : unschedulable;
  }

  private static int priority(Pod pod) {
    return pod.spec().priority().orElse(0);
  }
}
