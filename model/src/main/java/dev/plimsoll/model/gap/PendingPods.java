package dev.plimsoll.model.gap;

import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.PodSpec;
import dev.plimsoll.kubernetes.placement.framework.ScheduleResult;
import dev.plimsoll.kubernetes.quantity.Resources;
import dev.plimsoll.kubernetes.workload.PodTemplateOwner;
import dev.plimsoll.kubernetes.workload.WorkloadPods;
import dev.plimsoll.model.whatif.Attempt;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Pods that have no node, gathered by workload and equal specs.
 *
 * @param workload the workload
 * @param pods the pods, all with the same spec
 * @param exists whether they are stored; if not, they would be admitted now
 * @param result what the scheduler says to the first of them
 * @param taken what pods take of nodes that are placed before it, by the node's name
 */
public record PendingPods(
    WorkloadPods workload,
    List<Pod> pods,
    boolean exists,
    ScheduleResult result,
    Map<String, Resources> taken) {

  public PendingPods {
    pods = List.copyOf(pods);
    taken = Map.copyOf(taken);
  }

  static List<PendingPods> of(DetectionContext context) {
    return context.examination().each(context.workloads(), WorkloadPods::root, w -> in(context, w));
  }

  private static List<PendingPods> in(DetectionContext context, WorkloadPods workload) {
    List<PendingPods> waiting = new ArrayList<>();
    for (PodTemplateOwner owner : workload.templateOwners()) {
      context.createdPodsOf(owner).flatMap(c -> unplaced(workload, c)).ifPresent(waiting::add);
    }
    Map<PodSpec, List<Pod>> alike = new LinkedHashMap<>();
    for (Pod pod : workload.pods()) {
      if (isPending(pod)) {
        alike.computeIfAbsent(pod.spec(), s -> new ArrayList<>()).add(pod);
      }
    }
    for (List<Pod> pods : alike.values()) {
      ScheduleResult result = context.simulation().scheduleResultOf(pods.get(0));
      waiting.add(new PendingPods(workload, pods, true, result, Map.of()));
    }
    return waiting;
  }

  /** Returns the missing pods that would be admitted and then find no node. */
  private static Optional<PendingPods> unplaced(WorkloadPods workload, CreatedPods created) {
    List<Attempt> unplaced = created.unplaced();
    return unplaced.stream()
        .findFirst()
        .flatMap(Attempt::scheduleResult)
        .map(
            r ->
                new PendingPods(
                    workload,
                    unplaced.stream().map(Attempt::pod).toList(),
                    false,
                    r,
                    created.taken()));
  }

  /** Returns whether the scheduler is to place the pod and hasn't. */
  static boolean isPending(Pod pod) {
    return !pod.isTerminal()
        && !pod.isBound()
        && !pod.isTerminating()
        && pod.spec().schedulingGates().isEmpty();
  }
}
