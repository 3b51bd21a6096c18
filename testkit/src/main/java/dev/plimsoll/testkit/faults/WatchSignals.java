package dev.plimsoll.testkit.faults;

import java.util.concurrent.atomic.AtomicLong;

/**
 * The signals to all watches that were asked for before the signal, also to those without an answer
 * yet. Times are as {@link System#nanoTime} counts.
 */
public final class WatchSignals {
  private final AtomicLong cut = new AtomicLong(System.nanoTime());
  private final AtomicLong expiration = new AtomicLong(System.nanoTime());
  private final AtomicLong failure = new AtomicLong(System.nanoTime());
  private final AtomicLong bookmarks = new AtomicLong();
  private final Runnable wakeUp;

  /**
   * @param wakeUp lets every waiting watch look at the counters
   */
  public WatchSignals(Runnable wakeUp) {
    this.wakeUp = wakeUp;
  }

  /** Watches break off, in the middle of the stream. */
  public void cut() {
    cut.set(System.nanoTime());
    wakeUp.run();
  }

  /** Watches end with an ERROR event of code 410. */
  public void expire() {
    expiration.set(System.nanoTime());
    wakeUp.run();
  }

  /** Watches end with an ERROR event of code 500. */
  public void fail() {
    failure.set(System.nanoTime());
    wakeUp.run();
  }

  /** Watches that allow bookmarks get one. */
  public void bookmark() {
    bookmarks.incrementAndGet();
    wakeUp.run();
  }

  /** Returns whether watches were cut after a call came. */
  public boolean isCutSince(long arrived) {
    return cut.get() - arrived > 0;
  }

  /** Returns whether watches expired after a call came. */
  public boolean isExpiredSince(long arrived) {
    return expiration.get() - arrived > 0;
  }

  /** Returns whether watches failed after a call came. */
  public boolean isFailedSince(long arrived) {
    return failure.get() - arrived > 0;
  }

  public long bookmarks() {
    return bookmarks.get();
  }
}
