package dev.plimsoll.model.start;

import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.model.lifetime.SurvivalCurve;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;

/** The pods on nodes in one run, and when they end. */
final class RunOccupants {
  private final List<Occupant> initial;
  private final List<Occupant> placed = new ArrayList<>();
  private final SplittableRandom draws;
  private final RunFactors factors;
  private final EndQueue ends;

  /**
   * Starts with the pods that run at the question.
   *
   * @param first the draws of their ends
   */
  RunOccupants(QueueState state, EndDraws first, RunFactors factors, SplittableRandom draws) {
    this.initial = state.occupants();
    this.draws = draws;
    this.factors = factors;
    this.ends = first.draw(draws, factors);
  }

  /** Returns when the next pod ends; infinite if none does. */
  double nextEnd() {
    return ends.firstTime();
  }

  /** Removes the next pod that ends. */
  Occupant removeNext() {
    int number = ends.remove();
    return number < initial.size() ? initial.get(number) : placed.get(number - initial.size());
  }

  /** Adds a pod of a unit to a node, and draws its end. */
  void add(QueueUnit unit, int index, int node, ShareTable.Charge charge, double now) {
    Pod pod = unit.pods().get(index);
    double most =
        pod.spec().activeDeadlineSeconds().isPresent()
            ? pod.spec().activeDeadlineSeconds().getAsLong()
            : Double.POSITIVE_INFINITY;
    most = Math.min(most, unit.jobDeadline() - now);
    Optional<SurvivalCurve> curve = unit.curves().get(index);
    long[] held = unit.shapes().get(index).request();
    Occupant occupant = new Occupant(pod, node, held, charge, false, curve, 0, most, false);
    double end = occupant.end(factors.scaled(curve, 1 - draws.nextDouble()));
    if (end < Double.POSITIVE_INFINITY) {
      ends.add(now + end, initial.size() + placed.size());
      placed.add(occupant);
    }
  }
}
