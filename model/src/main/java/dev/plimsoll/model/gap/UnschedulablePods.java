package dev.plimsoll.model.gap;

import dev.plimsoll.model.object.Node;
import dev.plimsoll.model.object.Pod;
import dev.plimsoll.model.object.PodSpec;
import dev.plimsoll.model.placement.framework.NodeDiagnosis;
import dev.plimsoll.model.placement.framework.ScheduleResult;
import dev.plimsoll.model.whatif.Attempt;
import dev.plimsoll.model.whatif.SimulationRun;
import dev.plimsoll.model.workload.PodTemplateOwner;
import dev.plimsoll.model.workload.WorkloadPods;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * Pods that the scheduler can't place, gathered by workload and equal specs.
 *
 * @param group the workload
 * @param pods the pods, all with the same spec
 * @param exists whether they are in the picture; if not, they would be admitted now
 * @param placement why the first of them finds no node
 */
record UnschedulablePods(
    WorkloadPods group, List<Pod> pods, boolean exists, ScheduleResult.Unschedulable placement) {

  static List<UnschedulablePods> of(DetectionContext detectionContext) {
    return detectionContext.groups().parallelStream()
        .flatMap(g -> in(detectionContext, g).stream())
        .toList();
  }

  private static List<UnschedulablePods> in(DetectionContext detectionContext, WorkloadPods group) {
    List<UnschedulablePods> waiting = new ArrayList<>();
    for (PodTemplateOwner maker : group.templateOwners()) {
      detectionContext.runOf(maker).flatMap(t -> unplaced(group, t)).ifPresent(waiting::add);
    }
    Map<PodSpec, List<Pod>> alike = new LinkedHashMap<>();
    for (Pod pod : group.pods()) {
      if (isPending(pod)) {
        alike.computeIfAbsent(pod.spec(), s -> new ArrayList<>()).add(pod);
      }
    }
    for (List<Pod> pods : alike.values()) {
      if (detectionContext.simulation().scheduleResultOf(pods.get(0))
          instanceof ScheduleResult.Unschedulable why) {
        waiting.add(new UnschedulablePods(group, List.copyOf(pods), true, why));
      }
    }
    return waiting;
  }

  /** Returns those of the missing pods that would be admitted and then find no node. */
  private static Optional<UnschedulablePods> unplaced(
      WorkloadPods group, SimulationRun simulationRun) {
    List<Attempt> unplaced =
        simulationRun.attempts().stream().filter(a -> a.isAdmitted() && !a.isPlaced()).toList();
    if (unplaced.isEmpty()
        || !(unplaced.get(0).scheduleResult().orElse(null)
            instanceof ScheduleResult.Unschedulable why)) {
      return Optional.empty();
    }
    return Optional.of(
        new UnschedulablePods(group, unplaced.stream().map(Attempt::pod).toList(), false, why));
  }

  /** Returns the nodes that one of these plug-ins refuses. */
  List<Node> nodesRejectedBy(Set<String> plugins) {
    List<Node> refused = new ArrayList<>();
    for (NodeDiagnosis diagnosis : placement.nodes()) {
      if (plugins.contains(diagnosis.plugin())) {
        refused.add(diagnosis.node());
      }
    }
    return refused;
  }

  /** Returns those of the pods that are in the picture. */
  List<Pod> stored() {
    return exists ? pods : List.of();
  }

  /** Returns whether the scheduler is to place the pod and hasn't. */
  static boolean isPending(Pod pod) {
    return !pod.isTerminal()
        && !pod.isBound()
        && !pod.isTerminating()
        && pod.spec().schedulingGates().isEmpty();
  }

  /** Places the pods with another spec, as if they had been created that way. */
  SimulationRun retry(DetectionContext detectionContext, UnaryOperator<PodSpec> edit) {
    return SimulationRun.place(
        detectionContext.simulation(),
        pods.stream().map(p -> p.withSpec(edit.apply(p.spec()))).toList());
  }
}
