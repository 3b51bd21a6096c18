package dev.plimsoll.model.start;

import java.util.Collection;
import java.util.List;
import java.util.Set;

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
  int fewest(QueueUnit unit, Set<Occupant> ended, List<Occupant> more) {
    if (!state.hasShares()) {
      return 0;
    }
    ended.forEach(o -> end(o, true));
    int low = 0;
    int high = more.size();
    int now = moved(ended, more, 0, high);
    boolean isEnough = suffice(unit);
    while (isEnough && low < high) {
      int middle = (low + high) >>> 1;
      now = moved(ended, more, now, middle);
      if (suffice(unit)) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    int unused = moved(ended, more, now, 0);
    ended.forEach(o -> end(o, false));
    return isEnough ? low : -1;
  }

  /** Lets the pods from an index to another end, or run again. The ended pods stay so. */
  private int moved(Set<Occupant> ended, List<Occupant> more, int from, int to) {
    for (int i = Math.min(from, to); i < Math.max(from, to); i++) {
      if (!ended.contains(more.get(i))) {
        end(more.get(i), from < to);
      }
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
