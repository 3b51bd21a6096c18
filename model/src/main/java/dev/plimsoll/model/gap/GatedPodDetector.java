package dev.plimsoll.model.gap;

import dev.plimsoll.model.object.Pod;
import dev.plimsoll.model.whatif.SimulationRun;
import dev.plimsoll.model.workload.WorkloadPods;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Finds pods that wait for their scheduling gates to be removed. */
final class GatedPodDetector implements GapDetector {

  @Override
  public List<Finding> detect(DetectionContext detectionContext) {
    List<Finding> found = new ArrayList<>();
    for (WorkloadPods group : detectionContext.groups()) {
      List<Pod> gated = group.pods().stream().filter(GatedPodDetector::isGated).toList();
      if (!gated.isEmpty()) {
        found.add(finding(detectionContext, group, gated));
      }
    }
    return found;
  }

  static boolean isGated(Pod pod) {
    return !pod.isTerminal()
        && !pod.isBound()
        && !pod.isTerminating()
        && !pod.spec().schedulingGates().isEmpty();
  }

  private static Finding finding(
      DetectionContext detectionContext, WorkloadPods group, List<Pod> gated) {
    String gates = String.join(", ", gated.get(0).spec().schedulingGates());
    String who =
        gated.size() == 1 ? "pod " + gated.get(0).name() + " waits" : gated.size() + " pods wait";
    return FindingBuilder.of(GapKind.SchedulingGated, group.root())
        .message(
            who
                + " for scheduling gate "
                + gates
                + " to be removed; the scheduler doesn't look at gated pods, and quota is charged"
                + " for them all the same")
        .evidence("gates", gates)
        .evidence("pods", gated.size())
        .waiting(gated)
        .remedies(() -> List.of(remedy(detectionContext, gated)));
  }

  private static Remedy remedy(DetectionContext detectionContext, List<Pod> gated) {
    List<Pod> open =
        gated.stream()
            .map(p -> p.withSpec(p.spec().toBuilder().schedulingGates(List.of()).build()))
            .toList();
    SimulationRun simulationRun = SimulationRun.place(detectionContext.simulation(), open);
    Pod first = gated.get(0);
    return new Remedy(
        "remove the gates, if what they wait for has happened",
        Optional.of(
            "kubectl patch pod "
                + first.name()
                + " -n "
                + first.namespace()
                + " --type=json -p '[{\"op\":\"remove\",\"path\":\"/spec/schedulingGates\"}]'"),
        Optional.empty(),
        List.of(),
        simulationRun.allPlaced(),
        simulationRun.summary());
  }
}
