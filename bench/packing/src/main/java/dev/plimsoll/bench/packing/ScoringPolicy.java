package dev.plimsoll.bench.packing;

import dev.plimsoll.extender.scoring.BinPacking;
import java.util.Optional;

/**
 * A way to schedule.
 *
 * @param name as it is printed
 * @param scheduler the scheduler's own scores
 * @param packing the extender's scores, added at their weight; empty without an extender
 */
record ScoringPolicy(String name, DefaultScores scheduler, Optional<BinPacking> packing) {

  /** What the extender's score counts beside the scheduler's own. */
  static final long POINTS =
      BinPacking.WEIGHT * (DefaultScores.MAX_NODE_SCORE / BinPacking.MAX_SCORE);

  /** The scheduler alone. */
  static ScoringPolicy alone(String name, DefaultScores defaultScores) {
    return new ScoringPolicy(name, defaultScores, Optional.empty());
  }

  /** The scheduler's default with the extender. */
  static ScoringPolicy extended(String name, BinPacking binPacking) {
    return new ScoringPolicy(name, DefaultScores.LEAST_ALLOCATED, Optional.of(binPacking));
  }
}
