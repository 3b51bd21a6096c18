package dev.plimsoll.bench.packing;

import dev.plimsoll.model.packing.Packing;
import java.util.Optional;

/**
 * A way to schedule.
 *
 * @param name as it is printed
 * @param scheduler the scheduler's own scores
 * @param packing the extender's scores, added at their weight; empty without an extender
 */
record Policy(String name, Scheduler scheduler, Optional<Packing> packing) {

  /** What the extender's score counts beside the scheduler's own. */
  static final long POINTS = Packing.WEIGHT * (Scheduler.MAX_NODE_SCORE / Packing.MAX_SCORE);

  /** The scheduler alone. */
  static Policy alone(String name, Scheduler scheduler) {
    return new Policy(name, scheduler, Optional.empty());
  }

  /** The scheduler's default with the extender. */
  static Policy extended(String name, Packing packing) {
    return new Policy(name, Scheduler.LEAST_ALLOCATED, Optional.of(packing));
  }
}
