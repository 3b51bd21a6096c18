package dev.plimsoll.model.start;

import java.util.Comparator;
import java.util.List;

/**
 * The recent arrivals, from which simulations draw those to come: {@link ArrivalDraws}.
 *
 * @param batches the batches of a recent period, the earliest first
 * @param seconds the length of the period, which ends at the question
 */
record Arrivals(List<Batch> batches, double seconds) {
  static final Arrivals NONE = new Arrivals(List.of(), 0);

  /**
   * Units that arrived together.
   *
   * @param at after how many seconds of the period they arrived
   * @param units the units
   */
  record Batch(double at, List<QueueUnit> units) {}

  Arrivals {
    batches = batches.stream().sorted(Comparator.comparingDouble(Batch::at)).toList();
  }
}
