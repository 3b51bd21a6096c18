package dev.plimsoll.server.http;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.plimsoll.kube.periodic.Ticker;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** Counts the calls that are being answered, so that a server can stop once there are none. */
final class InFlightRequests {
  private final Ticker ticker;

  @GuardedBy("this")
  private int count;

  @GuardedBy("this")
  private boolean closed;

  @GuardedBy("this")
  private long lastMove;

  InFlightRequests(Ticker ticker) {
    this.ticker = ticker;
  }

  /** Counts a call in; false once the server stops. */
  synchronized boolean enter() {
    if (!closed && count++ == 0) {
      lastMove = ticker.read();
    }
    return !closed;
  }

  synchronized void leave() {
    count--;
    lastMove = ticker.read();
    notifyAll();
  }

  /** Returns whether some are being answered, but none has been for so long. */
  synchronized boolean isStuck(Duration limit) {
    return count > 0 && ticker.read() - lastMove > limit.toNanos();
  }

  /** Rejects new calls, and waits for the calls in flight. */
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
