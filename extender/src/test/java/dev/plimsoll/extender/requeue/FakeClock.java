package dev.plimsoll.extender.requeue;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;

/** A clock that is moved by hand. */
final class FakeClock extends Clock {
  private Duration set = Duration.ZERO;
  private Instant now = Instant.parse("2026-01-01T00:00:00Z");

  /** Moves what the clock says, though no time goes by. */
  void setBack(Duration time) {
    set = set.minus(time);
  }

  /** Returns the time that has gone by. */
  long nanos() {
    return Duration.between(Instant.EPOCH, now).toNanos();
  }

  void pass(Duration time) {
    now = now.plus(time);
  }

  @Override
  public ZoneId getZone() {
    return ZoneOffset.UTC;
  }

  @Override
  public Clock withZone(ZoneId zone) {
    return this;
  }

  @Override
  public Instant instant() {
    return now.plus(set);
  }
}
