package dev.plimsoll.bench.packing;

import dev.plimsoll.extender.scoring.BinPacking;
import dev.plimsoll.extender.scoring.WholeNodes;
import java.util.List;
import java.util.Optional;

/**
 * A way to schedule.
 *
 * @param name as it is printed
 * @param scheduler the scheduler's own scores
 * @param extender the extender's scores, added at their weight; empty without an extender
 */
record ScoringPolicy(String name, NodeResourceScores scheduler, Optional<ExtenderScores> extender) {

  /** What one of the extender's scores counts beside the scheduler's own. */
  static final long POINTS =
      BinPacking.WEIGHT * (NodeResourceScores.MAX_NODE_SCORE / BinPacking.MAX_SCORE);

  static final ScoringPolicy PLIMSOLL =
      new ScoringPolicy(
          "**Plimsoll**",
          NodeResourceScores.LEAST_ALLOCATED,
          Optional.of(new PlimsollScores(new WholeNodes(), true)));

  /**
   * All that are compared. Best fit and FGD leave equal nodes to MostAllocated, which suits them
   * better than the scheduler's default does.
   */
  static final List<ScoringPolicy> ALL =
      List.of(
          alone("default scores", NodeResourceScores.LEAST_ALLOCATED),
          alone("MostAllocated", NodeResourceScores.MOST_ALLOCATED),
          alone("MostAllocated with GPUs", NodeResourceScores.MOST_ALLOCATED_DEVICES),
          packed("best fit", new BestFit()),
          packed("FGD", new FragmentationGradient()),
          PLIMSOLL);

  /** Plimsoll where no levels of domains are configured. */
  static final ScoringPolicy WITHOUT_LEVELS =
      new ScoringPolicy(
          "Plimsoll without levels",
          PLIMSOLL.scheduler(),
          Optional.of(new PlimsollScores(new WholeNodes(), false)));

  /** Those that are compared by domains. */
  static final List<ScoringPolicy> BY_DOMAINS =
      List.of(ALL.get(1), ALL.get(2), ALL.get(3), WITHOUT_LEVELS, PLIMSOLL);

  private static ScoringPolicy alone(String name, NodeResourceScores scores) {
    return new ScoringPolicy(name, scores, Optional.empty());
  }

  private static ScoringPolicy packed(String name, ExtenderScores scores) {
    return new ScoringPolicy(name, NodeResourceScores.MOST_ALLOCATED, Optional.of(scores));
  }
}
