package dev.plimsoll.model.start;

import java.util.Collection;
import java.util.List;

/** Tells by numbers whether shares let a unit go once some pods have ended. */
final class ReleasedShares {
  private final QueueState state;
  private final ShareCounts counts;

  ReleasedShares(QueueState state) {
    this.state = state;
    this.counts = state.counts();
  }

  /** Returns whether shares let a unit go without some pods. */
  boolean suffice(QueueUnit unit, Collection<Occupant> ended) {
    if (!state.hasShares()) {
      return true;
    }
    ended.forEach(o -> end(o, true));
    boolean suffices = suffice(unit);
    ended.forEach(o -> end(o, false));
    return suffices;
  }

  /**
   * Returns how many of the first pods give the share if they end beside others; -1 if all are too
   * few.
   */
  int fewest(QueueUnit unit, Collection<Occupant> ended, List<Occupant> more) {
    if (!state.hasShares()) {
      return 0;
    }
    ended.forEach(o -> end(o, true));
    more.forEach(o -> end(o, true));
    int low = 0;
    int high = more.size();
    int now = high;
    boolean isEnough = suffice(unit);
    while (isEnough && low < high) {
      int middle = (low + high) >>> 1;
      now = moved(more, now, middle);
      if (suffice(unit)) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    moved(more, now, 0);
    ended.forEach(o -> end(o, false));
    return isEnough ? low : -1;
  }

  private int moved(List<Occupant> more, int from, int to) {
    for (int i = from; i < to; i++) {
      end(more.get(i), true);
    }
    for (int i = to; i < from; i++) {
      end(more.get(i), false);
    }
    return to;
  }

  private void end(Occupant occupant, boolean ends) {
    counts.placed(occupant.charge(), occupant.node(), !ends);
  }

  private boolean suffice(QueueUnit unit) {
    return counts.suffices(state.lines().get(state.lineOf(unit)).charges());
  }
}
