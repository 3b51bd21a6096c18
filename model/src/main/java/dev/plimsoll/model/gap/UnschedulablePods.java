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
 * @param workload the workload
 * @param pods the pods, all with the same spec
 * @param exists whether they are stored; if not, they would be admitted now
 * @param result why the first of them finds no node
 */
public record UnschedulablePods(
    WorkloadPods workload, List<Pod> pods, boolean exists, ScheduleResult.Unschedulable result) {

  /** Makes the list unmodifiable. */
  public UnschedulablePods {
    pods = List.copyOf(pods);
  }

  static List<UnschedulablePods> of(DetectionContext context) {
    return context.workloads().parallelStream().flatMap(w -> in(context, w).stream()).toList();
  }

  private static List<UnschedulablePods> in(DetectionContext context, WorkloadPods workload) {
    List<UnschedulablePods> waiting = new ArrayList<>();
    for (PodTemplateOwner owner : workload.templateOwners()) {
      context.runOf(owner).flatMap(r -> unplaced(workload, r)).ifPresent(waiting::add);
    }
    Map<PodSpec, List<Pod>> alike = new LinkedHashMap<>();
    for (Pod pod : workload.pods()) {
      if (isPending(pod)) {
        alike.computeIfAbsent(pod.spec(), s -> new ArrayList<>()).add(pod);
      }
    }
    for (List<Pod> pods : alike.values()) {
      if (context.simulation().scheduleResultOf(pods.get(0))
          instanceof ScheduleResult.Unschedulable why) {
        waiting.add(new UnschedulablePods(workload, pods, true, why));
      }
    }
    return waiting;
  }

  /** Returns those of the missing pods that would be admitted and then find no node. */
  private static Optional<UnschedulablePods> unplaced(WorkloadPods workload, SimulationRun run) {
    List<Attempt> unplaced =
        run.attempts().stream().filter(a -> a.isAdmitted() && !a.isPlaced()).toList();
    if (unplaced.isEmpty()
        || !(unplaced.get(0).scheduleResult().orElse(null)
            instanceof ScheduleResult.Unschedulable why)) {
      return Optional.empty();
    }
    return Optional.of(
        new UnschedulablePods(workload, unplaced.stream().map(Attempt::pod).toList(), false, why));
  }

  /** Returns the nodes that one of these plug-ins rejects. */
  public List<Node> nodesRejectedBy(Set<String> plugins) {
    List<Node> rejected = new ArrayList<>();
    for (NodeDiagnosis diagnosis : result.nodes()) {
      if (plugins.contains(diagnosis.plugin())) {
        rejected.add(diagnosis.node());
      }
    }
    return rejected;
  }

  /** Returns those of the pods that are stored. */
  public List<Pod> stored() {
    return exists ? pods : List.of();
  }

  /** Returns whether the scheduler is to place the pod and hasn't. */
  private static boolean isPending(Pod pod) {
    return !pod.isTerminal()
        && !pod.isBound()
        && !pod.isTerminating()
        && pod.spec().schedulingGates().isEmpty();
  }

  /** Places the pods with another spec, as if they had been created that way. */
  public SimulationRun retry(DetectionContext context, UnaryOperator<PodSpec> edit) {
    return SimulationRun.place(
        context.simulation(), pods.stream().map(p -> p.withSpec(edit.apply(p.spec()))).toList());
  }
}
