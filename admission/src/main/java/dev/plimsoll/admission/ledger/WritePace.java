package dev.plimsoll.admission.ledger;

import dev.plimsoll.kube.periodic.Ticker;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

/**
 * When a ledger is written that many want to change. After each write others are let go first for
 * as long as it took, so that changes are gathered into the next one; whoever was too late waits a
 * part of that by chance, so that the same ones don't meet again. For one thread at a time.
 */
final class WritePace {
  private static final long LONGEST = Duration.ofMillis(50).toNanos();

  private final Ticker ticker;
  private final Contention.Sleep sleep;
  private long from;
  private long pause;

  WritePace(Ticker ticker, Contention.Sleep sleep) {
    this.ticker = ticker;
    this.sleep = sleep;
  }

  /** Returns a time to give to {@link #wrote}. */
  long begin() {
    return ticker.read();
  }

  /**
   * Takes note of a write.
   *
   * @param began when it began
   * @param changes how many changes it had; a single one has nobody to wait for
   */
  void wrote(long began, int changes) {
    from = ticker.read();
    pause = changes > 1 ? Math.min(LONGEST, from - began) : 0;
  }

  /** Takes note of a write that came too late. */
  void conflicted(long began) {
    from = ticker.read();
    pause = ThreadLocalRandom.current().nextLong(Math.min(LONGEST, from - began) + 1);
  }

  /** Returns how many nanoseconds it is until the next one. */
  long left() {
    return Math.max(0, pause - (ticker.read() - from));
  }

  /** Waits until it is time for the next one. */
  void await() throws InterruptedException {
    sleep.sleep(Duration.ofNanos(left()));
  }
}
