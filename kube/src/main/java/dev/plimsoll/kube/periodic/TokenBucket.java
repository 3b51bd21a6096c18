package dev.plimsoll.kube.periodic;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.time.Duration;

/** A rate limit per second, with a burst of one second's worth after a pause. */
public final class TokenBucket {
  private static final long SECOND = Duration.ofSeconds(1).toNanos();

  private final long cost;
  private final Ticker ticker;

  /** The fill level of the bucket, as the nanoseconds needed to fill it. */
  @GuardedBy("this")
  private long left = SECOND;

  @GuardedBy("this")
  private long filled;

  /** Makes a full one. */
  public TokenBucket(long perSecond, Ticker ticker) {
    this.cost = SECOND / perSecond;
    this.ticker = ticker;
    this.filled = ticker.read();
  }

  /** Takes one if there is one. */
  public synchronized boolean take() {
    long now = ticker.read();
    left = Math.min(SECOND, left + (now - filled));
    filled = now;
    if (left < cost) {
      return false;
    }
    left -= cost;
    return true;
  }
}
