package dev.plimsoll.model.explain;

import dev.plimsoll.kubernetes.workload.PodTemplateOwner;
import dev.plimsoll.model.whatif.SimulationRun;
import java.util.List;
import java.util.Optional;

/** The missing pods of an owner that are too many to be tried ({@link PodTemplateOwner#tried}). */
final class UntriedPods {
  private UntriedPods() {}

  static Optional<PodState> of(PodTemplateOwner owner, SimulationRun run) {
    int tried = run.attempts().size();
    if (tried == 0 || tried < owner.tried() || tried == owner.missing()) {
      return Optional.empty();
    }
    return Optional.of(
        new PodState(
            run.attempts().get(tried - 1).pod(),
            owner.missing() - tried,
            false,
            PodVerdict.Unknown,
            Optional.empty(),
            Optional.empty(),
            "",
            List.of("only %d of %d missing pods were tried".formatted(tried, owner.missing())),
            List.of(),
            Optional.empty(),
            List.of()));
  }
}
