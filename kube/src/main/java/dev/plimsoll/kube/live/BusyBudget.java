package dev.plimsoll.kube.live;

import com.google.errorprone.annotations.concurrent.GuardedBy;

/**
 * How long a connection waits in all for a server that says it is busy, until the server answers
 * again. Otherwise each of the first questions would wait as long as the first.
 */
final class BusyBudget {
  static final long MILLIS = 10_000;

  @GuardedBy("this")
  private long left = MILLIS;

  /** Takes from what is left; false, without taking anything, if that isn't enough. */
  synchronized boolean spend(long millis) {
    if (millis > left) {
      return false;
    }
    left -= millis;
    return true;
  }

  synchronized void restored() {
    left = MILLIS;
  }
}
