package dev.plimsoll.testkit.faults;

import java.util.concurrent.atomic.AtomicLong;

/** The signals to all open watches: counters that only grow. */
public final class WatchSignals {
  private final AtomicLong cuts = new AtomicLong();
  private final AtomicLong expirations = new AtomicLong();
  private final AtomicLong failures = new AtomicLong();
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
    cuts.incrementAndGet();
    wakeUp.run();
  }

  /** Watches end with an ERROR event of code 410. */
  public void expire() {
    expirations.incrementAndGet();
    wakeUp.run();
  }

  /** Watches end with an ERROR event of code 500. */
  public void fail() {
    failures.incrementAndGet();
    wakeUp.run();
  }

  /** Watches that allow bookmarks get one. */
  public void bookmark() {
    bookmarks.incrementAndGet();
    wakeUp.run();
  }

  public long cuts() {
    return cuts.get();
  }

  public long expirations() {
    return expirations.get();
  }

  public long failures() {
    return failures.get();
  }

  public long bookmarks() {
    return bookmarks.get();
  }
}
