package dev.plimsoll.kube.watch;

import java.time.Clock;
import java.util.function.UnaryOperator;

/** Keeps the health of one kind. */
final class HealthLog {
  private final Clock clock;
  private FeedHealth health = FeedHealth.NEW;

  HealthLog(Clock clock) {
    this.clock = clock;
  }

  synchronized FeedHealth health() {
    return health;
  }

  private synchronized void set(UnaryOperator<FeedHealth> change) {
    health = change.apply(health);
    notifyAll();
  }

  /** Waits until the objects have been listed, or until that moment. */
  synchronized boolean awaitSynced(long untilMillis) throws InterruptedException {
    long left = untilMillis - System.currentTimeMillis();
    while (!health.synced() && left > 0) {
      wait(left);
      left = untilMillis - System.currentTimeMillis();
    }
    return health.synced();
  }

  void listed() {
    set(h -> h.listed(clock.instant()));
  }

  void missing() {
    set(h -> h.missing(clock.instant()));
  }

  void heard(int changes) {
    set(h -> h.heard(clock.instant(), changes));
  }

  void failed(String sentence) {
    set(h -> h.failed(sentence));
  }

  void leftOut() {
    set(FeedHealth::leftOut);
  }
}
