package dev.plimsoll.model.start;

import java.util.List;

/**
 * What arrives: batches at random times, each like one that arrived recently.
 *
 * @param batches the recent batches
 * @param perSecond how many batches arrive in a second on average
 */
record Arrivals(List<List<QueueUnit>> batches, double perSecond) {
  static final Arrivals NONE = new Arrivals(List.of(), 0);

  Arrivals {
    batches = List.copyOf(batches);
  }
}
