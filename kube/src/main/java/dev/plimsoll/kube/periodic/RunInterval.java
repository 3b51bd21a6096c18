package dev.plimsoll.kube.periodic;

import java.time.Duration;

/**
 * When a periodic task runs.
 *
 * @param initialDelay the pause before the first run
 * @param pause the pause between runs at least
 * @param restFactor how many times as long as a run took the pause after it is at least
 * @param isLasting whether a run lasts until something happens, which may be never
 */
public record RunInterval(
    Duration initialDelay, Duration pause, int restFactor, boolean isLasting) {
  private static final Duration SHORTEST_PERIOD = Duration.ofMinutes(1);
  private static final int OVERDUE_AFTER = 3;

  /** Runs after each pause. */
  public static RunInterval every(Duration pause) {
    return new RunInterval(pause, pause, 0, false);
  }

  /** Returns the same with another pause before the first run. */
  public RunInterval after(Duration initialDelay) {
    return new RunInterval(initialDelay, pause, restFactor, isLasting);
  }

  /** Returns a copy with pauses of at least this number of times the duration of the run before. */
  public RunInterval resting(int factor) {
    return new RunInterval(initialDelay, pause, factor, isLasting);
  }

  /** Returns the same with runs that last until something happens, which may be never. */
  public RunInterval lasting() {
    return new RunInterval(initialDelay, pause, restFactor, true);
  }

  /**
   * Returns the time within which the run after a pause must have ended. It is three periods of at
   * least a minute each, since an API server may answer as slowly as a connection allows.
   */
  Duration overdueAfter(Duration pause) {
    Duration period = pause.compareTo(SHORTEST_PERIOD) > 0 ? pause : SHORTEST_PERIOD;
    return period.multipliedBy(OVERDUE_AFTER);
  }

  Duration pauseAfter(Duration run) {
    Duration rest = run.multipliedBy(restFactor);
    return rest.compareTo(pause) > 0 ? rest : pause;
  }
}
