package dev.plimsoll.advisor.controller;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/**
 * The time that decisions go by, which a replay lets run faster.
 *
 * @param source what time it is
 * @param speed how many of its seconds pass in a real one
 */
public record ControllerClock(InstantSource source, double speed) {

  /** The system's clock. */
  public static final ControllerClock SYSTEM = new ControllerClock(InstantSource.system(), 1);

  /** Returns a clock that shows a time now and runs that much faster from then on. */
  public static ControllerClock startingAt(Instant start, double speed) {
    return replaying(start, Instant.now(), speed);
  }

  /**
   * Returns a clock that stands still at a time until a real one, and runs that much faster from
   * then on.
   */
  public static ControllerClock replaying(Instant start, Instant realStart, double speed) {
    return new ControllerClock(
        () -> {
          long millis = Math.max(0, Duration.between(realStart, Instant.now()).toMillis());
          return start.plusMillis(Math.round(millis * speed));
        },
        speed);
  }

  /** Returns the controller's present time. */
  public Instant now() {
    return source.instant();
  }

  /** Returns how many real milliseconds a time takes, at least one. */
  long realMillis(Duration time) {
    return Math.max(1, Math.round(time.toMillis() / speed));
  }
}
