package dev.plimsoll.model.explain;

import dev.plimsoll.kubernetes.placement.framework.ScheduleResult;
import dev.plimsoll.model.hold.PodHold;
import dev.plimsoll.model.hold.PodHolds;
import dev.plimsoll.model.hold.RecordedHold;
import dev.plimsoll.model.whatif.Simulation;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * That a pod is held at placement, which the extender is asked about last: a pod that no node takes
 * is not held. Where nodes were not read, or no policy, the extender's recorded word is the answer.
 */
final class HeldVerdict {
  private HeldVerdict() {}

  /** Returns the state of a pod that would be created. */
  static PodState ofNew(PodState state, PodHolds.Sequence holds) {
    return isAsked(state) ? holds.next(state.pod()).map(h -> held(state, h)).orElse(state) : state;
  }

  /** Returns the state of an existing pod, if it is held. */
  static Optional<PodState> ofPending(
      Simulation simulation, PodState state, PodHolds.Sequence holds) {
    if (!isAsked(state)) {
      return Optional.empty();
    }
    return holds.next(state.pod()).map(h -> held(state, h)).or(() -> recorded(simulation, state));
  }

  private static boolean isAsked(PodState state) {
    return state.verdict() == PodVerdict.Placeable
        || (state.verdict() == PodVerdict.Unknown
            && state.scheduleResult().orElse(null) instanceof ScheduleResult.Unknown);
  }

  private static PodState held(PodState state, PodHold hold) {
    List<String> notes = new ArrayList<>(hold.notes());
    notes.addAll(state.notes());
    return state.recorded(PodVerdict.Held, hold.text(), notes).withReserved(hold.reserved());
  }

  private static Optional<PodState> recorded(Simulation simulation, PodState state) {
    return simulation.isAsRead()
        ? RecordedHold.of(simulation, state.pod()).map(h -> held(state, h))
        : Optional.empty();
  }
}
