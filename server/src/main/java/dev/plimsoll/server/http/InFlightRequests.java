package dev.plimsoll.server.http;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** Counts the calls that are being answered, so that a server can stop once there are none. */
final class InFlightRequests {
  @GuardedBy("this")
  private int count;

  @GuardedBy("this")
  private boolean closed;

  /** Counts a call in; false once the server stops. */
  synchronized boolean enter() {
    if (!closed) {
      count++;
    }
    return !closed;
  }

  synchronized void leave() {
    count--;
    notifyAll();
  }

  /** Lets no call in any more, and waits for those inside. */
  synchronized void drain(Duration timeout) {
    closed = true;
    long until = System.nanoTime() + timeout.toNanos();
    try {
      long left = timeout.toMillis();
      while (count > 0 && left > 0) {
        wait(left);
        left = TimeUnit.NANOSECONDS.toMillis(until - System.nanoTime());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
