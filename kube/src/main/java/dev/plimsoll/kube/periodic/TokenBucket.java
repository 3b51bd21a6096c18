package dev.plimsoll.kube.periodic;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.time.Duration;

/** A rate limit per second, with a burst of one second's worth after a pause. */
public final class TokenBucket {
  private static final double SECOND = Duration.ofSeconds(1).toNanos();

  private final long perSecond;
  private final Ticker ticker;

  @GuardedBy("this")
  private double left;

  @GuardedBy("this")
  private long filled;

  /** Makes a full one. */
  public TokenBucket(long perSecond, Ticker ticker) {
    this.perSecond = perSecond;
    this.ticker = ticker;
    this.left = perSecond;
    this.filled = ticker.read();
  }

  /** Takes one if there is one. */
  public synchronized boolean take() {
    long now = ticker.read();
    left = Math.min(perSecond, left + (now - filled) / SECOND * perSecond);
    filled = now;
    if (left < 1) {
      return false;
    }
    left--;
    return true;
  }
}
