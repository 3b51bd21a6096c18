package dev.plimsoll.model.tenancy.decision;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;

/**
 * The highest and lowest demand in each of the last hours. It shows the level to which demand
 * returns again and again: in at least three of the last four hours, demand was both below that
 * level and at it. Short bursts that come back every hour have such a level. Steady, rising and
 * falling demand has none. The present hour doesn't count, since it isn't over.
 *
 * @param hours the hours by the clock, from the oldest on; the last one is the present hour
 */
public record RecurringDemand(List<Hour> hours) {
  private static final int REMEMBERED = 4;
  private static final int LEAST = 3;

  static final RecurringDemand NONE = new RecurringDemand(List.of());

  public RecurringDemand {
    hours = List.copyOf(hours);
  }

  /**
   * The demand in an hour.
   *
   * @param begin when the hour begins
   * @param highest the highest demand that was seen in it
   * @param lowest the lowest demand that was seen in it
   */
  public record Hour(Instant begin, long highest, long lowest) {
    Hour with(long units) {
      return new Hour(begin, Math.max(highest, units), Math.min(lowest, units));
    }

    boolean passes(long level) {
      return lowest < level && level <= highest;
    }
  }

  /** Returns a copy with another demand; older hours, and hours to come, are forgotten. */
  RecurringDemand with(Instant time, long units) {
    Instant begin = time.truncatedTo(ChronoUnit.HOURS);
    Instant oldest = begin.minus(REMEMBERED, ChronoUnit.HOURS);
    List<Hour> kept = new ArrayList<>();
    Hour present = new Hour(begin, units, units);
    for (Hour hour : hours) {
      if (hour.begin().equals(begin)) {
        present = hour.with(units);
      } else if (hour.begin().isBefore(begin) && !hour.begin().isBefore(oldest)) {
        kept.add(hour);
      }
    }
    kept.add(present);
    return new RecurringDemand(kept);
  }

  /** Returns the highest level to which demand returns; 0 if there is none. */
  long level() {
    long highest = 0;
    for (int i = 0; i < hours.size() - 1; i++) {
      long level = hours.get(i).highest();
      if (level > highest && hoursThatPass(level) >= LEAST) {
        highest = level;
      }
    }
    return highest;
  }

  /** Decisions ask for this often, so it makes no stream. */
  private int hoursThatPass(long level) {
    int passing = 0;
    for (int i = 0; i < hours.size() - 1; i++) {
      passing += hours.get(i).passes(level) ? 1 : 0;
    }
    return passing;
  }
}
