package dev.plimsoll.model.start;

import java.time.Duration;

/**
 * How the cluster is simulated forward.
 *
 * @param runs how often
 * @param arrivals whether pods arrive at the recent rate
 * @param seed what the draws depend on
 * @param horizon how far; a start beyond it counts as later
 */
public record StartOptions(int runs, boolean arrivals, long seed, Duration horizon) {
  /** The default: a hundred runs, with arrivals, of thirty days. */
  public static final StartOptions STANDARD = new StartOptions(100, true, 1, Duration.ofDays(30));

  /** Returns the options with another seed. */
  public StartOptions withSeed(long other) {
    return new StartOptions(runs, arrivals, other, horizon);
  }

  /** Returns the options with another horizon. */
  public StartOptions withHorizon(Duration other) {
    return new StartOptions(runs, arrivals, seed, other);
  }

  /** Returns the options with arrivals or without. */
  public StartOptions withArrivals(boolean other) {
    return new StartOptions(runs, other, seed, horizon);
  }

  /** Returns the options with another number of runs. */
  public StartOptions withRuns(int other) {
    return new StartOptions(other, arrivals, seed, horizon);
  }
}
