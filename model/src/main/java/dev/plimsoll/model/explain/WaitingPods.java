package dev.plimsoll.model.explain;

import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.workload.PodTemplateOwner;
import dev.plimsoll.model.whatif.Attempt;
import dev.plimsoll.model.whatif.SimulationRun;
import java.util.List;
import java.util.Optional;

/** The pods that a StatefulSet doesn't make yet, because those before them aren't ready. */
final class WaitingPods {
  private WaitingPods() {}

  static Optional<PodState> of(PodTemplateOwner owner, SimulationRun run) {
    int untried = owner.tried() - run.attempts().size();
    if (!owner.isOrdered() || untried == 0) {
      return Optional.empty();
    }
    Pod first = owner.missingPods().get(run.attempts().size());
    String awaited =
        run.attempts().stream()
            .reduce((one, next) -> next)
            .map(Attempt::pod)
            .or(owner::awaitedPod)
            .map(Pod::name)
            .orElse("the pod before it");
    return Optional.of(
        new PodState(
            first,
            owner.missing() - run.attempts().size(),
            false,
            PodVerdict.WaitsForPod,
            Optional.empty(),
            Optional.empty(),
            "",
            List.of(
                "it is created once %s runs and is ready (podManagementPolicy OrderedReady)"
                    .formatted(awaited)),
            List.of(),
            Optional.empty(),
            List.of()));
  }
}
