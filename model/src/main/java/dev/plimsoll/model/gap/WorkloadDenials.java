package dev.plimsoll.model.gap;

import dev.plimsoll.model.whatif.Attempt;
import dev.plimsoll.model.whatif.SimulationRun;
import dev.plimsoll.model.workload.PodTemplateOwner;
import dev.plimsoll.model.workload.WorkloadPods;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The makers of pods whose next pod would be refused now. */
final class WorkloadDenials {

  /**
   * One of them.
   *
   * @param group the workload
   * @param maker what tries to create the pods
   * @param attempt the first try that was refused
   * @param deniedPods how many of the missing pods are refused; those before are admitted
   */
  record WorkloadDenial(
      WorkloadPods group, PodTemplateOwner maker, Attempt attempt, int deniedPods) {}

  private WorkloadDenials() {}

  static List<WorkloadDenial> of(DetectionContext detectionContext) {
    List<WorkloadDenial> refused = new ArrayList<>();
    for (WorkloadPods group : detectionContext.groups()) {
      for (PodTemplateOwner maker : group.templateOwners()) {
        Optional<SimulationRun> trial = detectionContext.runOf(maker);
        trial
            .flatMap(SimulationRun::firstDenied)
            .ifPresent(
                attempt ->
                    refused.add(
                        new WorkloadDenial(
                            group, maker, attempt, maker.missing() - trial.get().admitted())));
      }
    }
    return refused;
  }
}
