package dev.plimsoll.kube.watch;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.time.Clock;
import java.util.function.UnaryOperator;

/** Keeps the health of one kind, and logs when it turns: each problem once, not each attempt. */
final class HealthLog {
  private static final System.Logger LOG = System.getLogger(HealthLog.class.getName());

  private final String kind;
  private final Clock clock;

  @GuardedBy("this")
  private InformerHealth health = InformerHealth.NEW;

  @GuardedBy("this")
  private String logged = "";

  HealthLog(String kind, Clock clock) {
    this.kind = kind;
    this.clock = clock;
  }

  synchronized InformerHealth health() {
    return health;
  }

  private synchronized void set(UnaryOperator<InformerHealth> change) {
    health = change.apply(health);
    notifyAll();
    if (!health.problem().equals(logged)) {
      logged = health.problem();
      LOG.log(
          System.Logger.Level.INFO,
          logged.isEmpty() ? "{0}: in sync again" : "{0}: will retry: {1}",
          kind,
          logged);
    }
  }

  /** Waits until the objects have been listed or are left out, or until that moment. */
  synchronized boolean awaitSynced(long untilMillis) throws InterruptedException {
    long left = untilMillis - System.currentTimeMillis();
    while (health.state() == InformerHealth.State.UNREAD && left > 0) {
      wait(left);
      left = untilMillis - System.currentTimeMillis();
    }
    return health.state() != InformerHealth.State.UNREAD;
  }

  void listed() {
    set(h -> h.listed(clock.instant()));
  }

  void notServed() {
    set(h -> h.notServed(clock.instant()));
  }

  void leftOut(String sentence) {
    set(h -> h.leftOut(clock.instant(), sentence));
  }

  void received(int changes) {
    set(h -> h.received(clock.instant(), changes));
  }

  void failed(String sentence) {
    set(h -> h.failed(sentence));
  }

  void skipped() {
    set(InformerHealth::skipped);
  }
}
