package dev.plimsoll.model.whatif;

import dev.plimsoll.kubernetes.object.Pod;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;

/** How many of several pods get a node, submitted one after the other. */
public final class PlacedCount {
  private PlacedCount() {}

  /** Returns how many of the pods would for all that is known be admitted and get a node. */
  public static int of(Simulation simulation, List<Pod> pods) {
    Simulation current = simulation;
    List<Pod> admitted = new ArrayList<>();
    for (Pod pod : pods) {
      Simulation.Step step = current.admit(pod);
      if (step.attempt().isAdmitted()) {
        admitted.add(step.attempt().pod());
        current = step.after();
      }
    }
    Simulation all = current;
    return ofAdmitted(all, admitted).orElseGet(() -> SimulationRun.place(all, admitted).placed());
  }

  /**
   * Returns how many of pods that were admitted would get a node; absent where that depends on
   * which node each gets, or isn't known.
   */
  public static OptionalInt ofAdmitted(Simulation simulation, List<Pod> admitted) {
    if (admitted.isEmpty()) {
      return OptionalInt.of(0);
    }
    Pod first = admitted.get(0);
    boolean alike = admitted.stream().allMatch(p -> Attempt.isAlikeForScheduler(p, first));
    return alike && simulation.unreadForPlacing(first).isEmpty()
        ? simulation.countPlaceable(first, admitted.size())
        : OptionalInt.empty();
  }

  /**
   * Returns how many of the pods would for all that is known get a node, if they are admitted as
   * the first of them was.
   */
  public static int asAdmitted(Simulation simulation, Pod admitted, List<Pod> pods) {
    boolean areForNodes = pods.stream().anyMatch(p -> !p.spec().equals(pods.get(0).spec()));
    if (areForNodes || !admitted.spec().volumes().isEmpty()) {
      return SimulationRun.create(simulation, pods).placed();
    }
    if (!simulation.unreadForPlacing(admitted).isEmpty()) {
      return 0;
    }
    OptionalInt count = simulation.countPlaceable(admitted, pods.size());
    return count.isPresent() ? count.getAsInt() : SimulationRun.create(simulation, pods).placed();
  }
}
