package dev.plimsoll.model.check;

import dev.plimsoll.kubernetes.object.ObjectReference;
import dev.plimsoll.kubernetes.object.Pod;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * Finds the workloads of a set whose pods need what deleted pods free, and may not get it.
 *
 * <p>Controllers try denied pods again, and kube-scheduler tries waiting pods again. So pods that
 * fail at first run once the deleted pods are gone. Nobody submits a bare pod again.
 */
final class SurplusDoubt {
  private SurplusDoubt() {}

  /**
   * Plays a set as if the pods that it deletes stayed. If some pods then end otherwise, the set is
   * played with other pods deleted, and with waiting pods first.
   *
   * @param run the run with deleted pods
   * @param play plays the set with another fate of these pods
   */
  static List<Outcome> of(SetRun run, Function<SurplusPods.Fate, SetRun> play) {
    List<TriedWorkload> freed = differing(run, play.apply(SurplusPods.Fate.STAY));
    if (freed.isEmpty()) {
      return List.of();
    }
    List<TriedWorkload> open =
        run.surplus().isOpen() ? differing(run, play.apply(SurplusPods.Fate.LAST)) : List.of();
    SetRun overtaken = play.apply(SurplusPods.Fate.OVERTAKEN);
    List<TriedWorkload> late = differing(run, overtaken);
    List<Outcome> outcomes = new ArrayList<>();
    for (TriedWorkload each : freed) {
      CheckedObject checked = each.workload().checked();
      if (checked.object() instanceof Pod || !PodsEnd.of(each).isGood()) {
        outcomes.add(ObjectOutcome.ofDeletion(checked));
      } else if (open.contains(each)) {
        outcomes.add(ObjectOutcome.ofDeletionOrder(checked));
      } else if (late.contains(each)) {
        outcomes.add(ObjectOutcome.overtakenAtDeletion(checked, overtaken.winners()));
      }
    }
    return outcomes;
  }

  /** Returns the workloads whose pods end otherwise in another run. */
  private static List<TriedWorkload> differing(SetRun run, SetRun other) {
    Map<ObjectReference, PodsEnd> ends = new HashMap<>();
    other.ended().forEach(t -> ends.put(t.reference(), PodsEnd.of(t)));
    return run.ended().stream()
        .filter(t -> !PodsEnd.of(t).equals(ends.get(t.reference())))
        .toList();
  }
}
