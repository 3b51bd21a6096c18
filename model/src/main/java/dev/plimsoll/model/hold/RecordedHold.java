package dev.plimsoll.model.hold;

import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.recorded.Contradiction;
import dev.plimsoll.kubernetes.recorded.Recorded;
import dev.plimsoll.model.whatif.Simulation;
import java.util.List;
import java.util.Optional;

/** Finds the extender's own text of a hold, without amounts, in kube-scheduler's record. */
public final class RecordedHold {
  private RecordedHold() {}

  /** Returns the hold that the cluster recorded of a pod, if nothing has changed since. */
  public static Optional<PodHold> of(Simulation simulation, Pod pod) {
    return simulation
        .recordedPlacement(pod)
        .filter(Contradiction::isCurrent)
        .flatMap(c -> hold(c.recorded()));
  }

  private static Optional<PodHold> hold(Recorded recorded) {
    String since = recorded.time().map(t -> ", since " + t).orElse("");
    return HoldText.in(recorded.message())
        .map(
            text -> {
              String held = "Plimsoll's extender holds it" + since + ": " + text;
              return new PodHold(
                  text, HoldText.isOfGang(text) ? List.of(held, GangHold.AGAIN) : List.of(held));
            });
  }
}
