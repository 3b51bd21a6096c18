package dev.plimsoll.kube.periodic;

import java.time.Duration;

/**
 * When a periodic task runs.
 *
 * @param initialDelay the pause before the first run
 * @param pause the pause between runs at least
 * @param restFactor how many times as long as a run took the pause after it is at least
 */
public record RunInterval(Duration initialDelay, Duration pause, int restFactor) {

  /** Runs after each pause. */
  public static RunInterval every(Duration pause) {
    return new RunInterval(pause, pause, 0);
  }

  /** Returns the same with another pause before the first run. */
  public RunInterval after(Duration initialDelay) {
    return new RunInterval(initialDelay, pause, restFactor);
  }

  /** Returns the same with pauses of at least so many times as long as the run before took. */
  public RunInterval resting(int factor) {
    return new RunInterval(initialDelay, pause, factor);
  }

  Duration pauseAfter(Duration run) {
    Duration rest = run.multipliedBy(restFactor);
    return rest.compareTo(pause) > 0 ? rest : pause;
  }
}
