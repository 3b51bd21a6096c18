package dev.plimsoll.model.start;

import java.util.List;

/**
 * A part of a queue that nothing else in the cluster changes, so that it is simulated alone.
 *
 * @param state the whole
 * @param occupants the numbers of the running pods of the part
 * @param arrivals the arrivals of the part
 * @param far the draws of all ends until the horizon
 */
@SuppressWarnings("ArrayRecordComponent") // Nobody compares or changes it.
record QueuePart(QueueState state, int[] occupants, Arrivals arrivals, EndDraws far) {

  static QueuePart of(QueueState state, int number, double horizon) {
    int[] occupants = state.occupantsOf(number);
    List<Arrivals.Batch> batches =
        state.arrivals().batches().stream()
            .map(b -> new Arrivals.Batch(b.at(), state.unitsOf(number, b.units())))
            .filter(b -> !b.units().isEmpty())
            .toList();
    return new QueuePart(
        state,
        occupants,
        new Arrivals(batches, state.arrivals().seconds()),
        new EndDraws(state.occupants(), occupants, horizon));
  }

  /** Returns draws of the ends within some seconds. */
  EndDraws draws(double seconds) {
    return new EndDraws(state.occupants(), occupants, seconds);
  }
}
