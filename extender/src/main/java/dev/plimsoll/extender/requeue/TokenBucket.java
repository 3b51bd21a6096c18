package dev.plimsoll.extender.requeue;

import java.time.Duration;
import java.time.Instant;

/** A rate limit per second, with a burst of one second's worth after a pause. */
final class TokenBucket {
  private final double perSecond;
  private double left;
  private Instant filled;

  TokenBucket(long perSecond, Instant now) {
    this.perSecond = perSecond;
    this.left = perSecond;
    this.filled = now;
  }

  /** Takes one if there is one. */
  boolean take(Instant now) {
    double seconds = Duration.between(filled, now).toMillis() / 1000.0;
    left = Math.min(perSecond, left + seconds * perSecond);
    filled = now;
    if (left < 1) {
      return false;
    }
    left--;
    return true;
  }
}
