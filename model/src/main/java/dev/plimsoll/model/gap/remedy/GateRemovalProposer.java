package dev.plimsoll.model.gap.remedy;

import dev.plimsoll.model.gap.DetectionContext;
import dev.plimsoll.model.gap.GapCause;
import dev.plimsoll.model.gap.Remedy;
import dev.plimsoll.model.object.Pod;
import dev.plimsoll.model.whatif.SimulationRun;
import java.util.List;

/** Proposes to remove scheduling gates. */
final class GateRemovalProposer implements RemedyProposer {

  @Override
  public List<Remedy> propose(DetectionContext context, GapCause cause) {
    if (!(cause instanceof GapCause.GatedPods gated)) {
      return List.of();
    }
    List<Pod> ungated =
        gated.pods().stream()
            .map(p -> p.withSpec(p.spec().withSchedulingGates(List.of())))
            .toList();
    Pod first = gated.pods().get(0);
    return List.of(
        Remedy.tried(
                "remove the gates, if what they wait for has happened",
                SimulationRun.place(context.simulation(), ungated))
            .withCommand(
                "kubectl patch pod %s -n %s --type=json -p '[{\"op\":\"remove\",\"path\":\"/spec/schedulingGates\"}]'"
                    .formatted(first.name(), first.namespace())));
  }
}
