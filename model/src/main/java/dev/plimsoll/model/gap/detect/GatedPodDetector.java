package dev.plimsoll.model.gap.detect;

import dev.plimsoll.kubernetes.cluster.Unread;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.workload.WorkloadPods;
import dev.plimsoll.model.gap.DetectionContext;
import dev.plimsoll.model.gap.Finding;
import dev.plimsoll.model.gap.GapCause;
import dev.plimsoll.model.gap.GapKind;
import dev.plimsoll.model.gap.SchedulingGate;
import java.util.List;
import java.util.Set;

/** Finds pods that wait for their scheduling gates to be removed. */
final class GatedPodDetector implements GapDetector {

  @Override
  public Set<GapKind> kinds() {
    return Set.of(GapKind.SchedulingGated);
  }

  @Override
  public Unread unread(DetectionContext context) {
    return context.unread(List.of(Pod.RESOURCE));
  }

  @Override
  public List<Finding> detect(DetectionContext context) {
    return context
        .examination()
        .each(context.workloads(), WorkloadPods::root, w -> findings(context, w));
  }

  private static List<Finding> findings(DetectionContext context, WorkloadPods workload) {
    List<Pod> gated = workload.pods().stream().filter(GatedPodDetector::isGated).toList();
    return gated.isEmpty() ? List.of() : List.of(finding(context, workload, gated));
  }

  private static boolean isGated(Pod pod) {
    return !pod.isTerminal()
        && !pod.isBound()
        && !pod.isTerminating()
        && !pod.spec().schedulingGates().isEmpty();
  }

  private static Finding finding(DetectionContext context, WorkloadPods workload, List<Pod> gated) {
    String gates = String.join(", ", gated.get(0).spec().schedulingGates());
    String who =
        gated.size() == 1 ? "pod " + gated.get(0).name() + " waits" : gated.size() + " pods wait";
    return FindingBuilder.of(GapKind.SchedulingGated, workload.root())
        .message(
            who
                + " for scheduling gate "
                + gates
                + " to be removed"
                + owners(gated.get(0))
                + "; the scheduler ignores gated pods, but they are charged to the quota")
        .evidence("gates", gates)
        .evidence("pods", gated.size())
        .waiting(gated)
        .cost(Costs.pending(gated))
        .cause(context, new GapCause.GatedPods(workload, gated));
  }

  /** Names the owners of the gates and the reasons why they wait, as far as Plimsoll knows both. */
  private static String owners(Pod pod) {
    List<String> owners =
        pod.spec().schedulingGates().stream()
            .flatMap(g -> SchedulingGate.of(g).ownerOn(pod).stream())
            .map(o -> o.name() + ", which waits for " + o.waitsFor())
            .distinct()
            .toList();
    return owners.isEmpty() ? "" : " by " + String.join(", and by ", owners);
  }
}
