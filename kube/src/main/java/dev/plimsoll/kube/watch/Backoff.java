package dev.plimsoll.kube.watch;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

/**
 * Waits before the next attempt, twice as long after each failure up to a limit. The wait is random
 * between half and all of that, so that many clients of one server don't return together.
 */
final class Backoff {
  private static final int DOUBLINGS = 20;

  private final long initial;
  private final long max;
  private final CountDownLatch stopped = new CountDownLatch(1);

  @GuardedBy("this")
  private int failures;

  Backoff(Duration first, Duration longest) {
    this.initial = first.toMillis();
    this.max = longest.toMillis();
  }

  synchronized void failed() {
    failures++;
  }

  synchronized void succeeded() {
    failures = 0;
  }

  synchronized int failures() {
    return failures;
  }

  /** Returns the longest that the next wait may be, in milliseconds. */
  synchronized long limit() {
    return failures == 0 ? 0 : Math.min(max, initial << Math.min(failures - 1, DOUBLINGS));
  }

  /** Ends the waiting, now and for ever. */
  void stop() {
    stopped.countDown();
  }

  boolean isStopped() {
    return stopped.getCount() == 0;
  }

  /** Waits as long as is due. */
  void await() throws InterruptedException {
    long limit = limit();
    if (limit > 0) {
      long wait = ThreadLocalRandom.current().nextLong(limit / 2, limit + 1);
      if (stopped.await(wait, TimeUnit.MILLISECONDS)) {
        throw new InterruptedException("stopped");
      }
    }
  }
}
