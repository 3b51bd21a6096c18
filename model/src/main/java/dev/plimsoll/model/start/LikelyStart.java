package dev.plimsoll.model.start;

import java.time.Instant;
import java.util.Arrays;
import java.util.Optional;

/**
 * The times of start that were found by simulating forward. A run in which the pod doesn't start
 * before the horizon counts as later than all others.
 *
 * @param starts the starts in order, {@link Instant#MAX} for those beyond the horizon
 * @param until the end of the runs, if these end before the horizon of the options: the cluster is
 *     large, and much happens before the pod starts
 */
@SuppressWarnings("ArrayRecordComponent") // Copied on the way in and out.
public record LikelyStart(Instant[] starts, Optional<Instant> until) {

  public LikelyStart {
    starts = starts.clone();
    Arrays.sort(starts);
  }

  @Override
  public Instant[] starts() {
    return starts.clone();
  }

  /**
   * Returns the time before which it starts with that probability; empty beyond the horizon. Of n
   * runs, each of the n + 1 gaps holds one more run with an equal probability. The rank is rounded
   * away from the median, so that an interval holds one more run with at least its probability.
   */
  public Optional<Instant> quantile(double p) {
    double rank = p * (starts.length + 1);
    int index = (int) (p <= 0.5 ? Math.floor(rank) : Math.ceil(rank)) - 1;
    Instant at = starts[Math.max(0, Math.min(starts.length - 1, index))];
    return at.equals(Instant.MAX) ? Optional.empty() : Optional.of(at);
  }

  /** Returns the median. */
  public Optional<Instant> median() {
    return quantile(0.5);
  }

  /** Returns in how many runs it doesn't start before the horizon. */
  public int beyond() {
    return (int) Arrays.stream(starts).filter(Instant.MAX::equals).count();
  }

  /** Returns the first and the last time of the middle 50 %, the last empty beyond the horizon. */
  public Interval half() {
    return new Interval(quantile(0.25), quantile(0.75));
  }

  /** Returns whether nine of ten runs reach the horizon of the options before the pod starts. */
  public boolean isLaterThanAllTimes() {
    return until.isEmpty() && eighty().from().isEmpty();
  }

  /** Returns the interval in which it starts with 80 %. */
  public Interval eighty() {
    return new Interval(quantile(0.1), quantile(0.9));
  }

  /** Returns the times of a pod that doesn't exist before a time. */
  LikelyStart notBefore(Instant at) {
    return new LikelyStart(
        Arrays.stream(starts).map(s -> s.isBefore(at) ? at : s).toArray(Instant[]::new), until);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof LikelyStart likely
        && Arrays.equals(starts, likely.starts)
        && until.equals(likely.until);
  }

  @Override
  public int hashCode() {
    return 31 * Arrays.hashCode(starts) + until.hashCode();
  }

  /**
   * An interval of time.
   *
   * @param from its begin; empty beyond the horizon
   * @param to its end; empty beyond the horizon
   */
  public record Interval(Optional<Instant> from, Optional<Instant> to) {}
}
