package dev.plimsoll.model.gap;

import dev.plimsoll.model.object.Pod;
import dev.plimsoll.model.quantity.Quantity;
import dev.plimsoll.model.quantity.ResourceName;
import dev.plimsoll.model.quota.QuotaDenial;
import dev.plimsoll.model.whatif.Change;
import dev.plimsoll.model.whatif.Simulation;
import dev.plimsoll.model.whatif.SimulationRun;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Proposes to delete pods that can't be placed and hold the quota that others are refused. */
final class ReleasePendingPodsProposer {

  private ReleasePendingPodsProposer() {}

  static List<Remedy> propose(
      DetectionContext detectionContext,
      WorkloadDenials.WorkloadDenial workloadDenial,
      QuotaDenial.Exceeded exceeded) {
    ResourceName key = exceeded.limited().names().get(0);
    List<Remedy> remedies = new ArrayList<>();
    for (UnschedulablePods unschedulablePods : detectionContext.unschedulablePods()) {
      boolean holds =
          unschedulablePods.exists()
              && unschedulablePods
                  .group()
                  .root()
                  .namespace()
                  .equals(workloadDenial.group().root().namespace())
              && PendingHoldersDetector.held(
                          detectionContext, unschedulablePods, exceeded.quota(), key)
                      .signum()
                  > 0;
      if (holds) {
        remedies.add(
            release(detectionContext, unschedulablePods, workloadDenial, exceeded.quota(), key));
      }
    }
    return remedies;
  }

  /** Returns the remedy that deletes pods that wait, so that their quota goes to those refused. */
  static Remedy release(
      DetectionContext detectionContext,
      UnschedulablePods unschedulablePods,
      WorkloadDenials.WorkloadDenial workloadDenial,
      String quota,
      ResourceName key) {
    Quantity held = PendingHoldersDetector.held(detectionContext, unschedulablePods, quota, key);
    Simulation simulation = detectionContext.simulation();
    for (Pod pod : unschedulablePods.pods()) {
      simulation = simulation.with(new Change.DeletePod(pod.namespace(), pod.name()));
    }
    simulation = simulation.withResync(workloadDenial.group().root().namespace());
    SimulationRun simulationRun =
        SimulationRun.create(simulation, DeniedPodsDetector.missing(workloadDenial));
    String label = unschedulablePods.group().label();
    return new Remedy(
        "suspend or delete " + label + ", whose pending pods hold " + held + " of " + key,
        Optional.of(
            "kubectl delete "
                + label.replace('/', ' ')
                + " -n "
                + unschedulablePods.group().root().namespace()),
        Optional.empty(),
        List.of(),
        simulationRun.allPlaced(),
        simulationRun.summary());
  }
}
