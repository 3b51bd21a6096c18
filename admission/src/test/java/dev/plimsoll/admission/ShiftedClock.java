package dev.plimsoll.admission;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.concurrent.atomic.AtomicReference;

/** A clock that can be put forward. */
final class ShiftedClock extends Clock {
  private final AtomicReference<Duration> ahead = new AtomicReference<>(Duration.ZERO);

  void forward(Duration time) {
    ahead.updateAndGet(a -> a.plus(time));
  }

  @Override
  public Instant instant() {
    return Instant.now().plus(ahead.get());
  }

  @Override
  public ZoneId getZone() {
    return ZoneOffset.UTC;
  }

  @Override
  public Clock withZone(ZoneId zone) {
    return this;
  }
}
