package dev.plimsoll.model.tenancy.decision;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiPredicate;

/**
 * The movement of demand in the remembered past: peaks, each the highest since, and lows, each the
 * lowest since, with their last times. Of many entries with about the same age, one is kept, so
 * even a long history is small.
 *
 * @param since when it begins
 * @param peaks the peaks, from the oldest and highest on
 * @param lows the lows, from the oldest and lowest on
 */
public record DemandHistory(Instant since, List<Level> peaks, List<Level> lows) {
  private static final int MOST = 12;

  static final DemandHistory NONE = new DemandHistory(Instant.MAX, List.of(), List.of());

  public DemandHistory {
    peaks = List.copyOf(peaks);
    lows = List.copyOf(lows);
  }

  /**
   * A demand at a time.
   *
   * @param time when it was last seen
   * @param units how much it was
   */
  public record Level(Instant time, long units) {}

  /** Returns the history with another demand; what is older than the window is forgotten. */
  DemandHistory with(Instant time, long units, Duration window) {
    Instant oldest = time.minus(window);
    Instant begin = since.isAfter(time) ? time : since;
    return new DemandHistory(
        begin.isBefore(oldest) ? oldest : begin,
        with(peaks, new Level(time, units), oldest, (old, now) -> old > now),
        with(lows, new Level(time, units), oldest, (old, now) -> old < now));
  }

  private static List<Level> with(
      List<Level> levels, Level latest, Instant oldest, BiPredicate<Long, Long> stays) {
    List<Level> kept = new ArrayList<>();
    for (Level level : levels) {
      boolean known = !level.time().isAfter(latest.time()) && level.time().isAfter(oldest);
      if (known && stays.test(level.units(), latest.units())) {
        kept.add(level);
      }
    }
    kept.add(latest);
    return kept.size() > MOST ? thinned(kept, latest.time()) : kept;
  }

  /** Leaves out what is hardly newer than the one before. */
  private static List<Level> thinned(List<Level> levels, Instant now) {
    List<Level> kept = new ArrayList<>();
    for (Level level : levels) {
      if (kept.isEmpty()
          || level.time().equals(now)
          || age(kept.get(kept.size() - 1), now)
                  .multipliedBy(3)
                  .compareTo(age(level, now).multipliedBy(4))
              >= 0) {
        kept.add(level);
      }
    }
    return kept;
  }

  private static Duration age(Level level, Instant now) {
    return Duration.between(level.time(), now);
  }

  /** Returns for how long, up to the time, the demand was no more than that. */
  Duration timeWithin(long units, Instant now) {
    Instant exceeded = since;
    for (Level peak : peaks) {
      if (peak.units() > units) {
        exceeded = peak.time();
      }
    }
    return exceeded.isAfter(now) ? Duration.ZERO : Duration.between(exceeded, now);
  }

  /** Returns the distance from low to peak, counting both; at least 1. */
  long range() {
    return peaks.isEmpty() ? 1 : peaks.get(0).units() - lows.get(0).units() + 1;
  }
}
