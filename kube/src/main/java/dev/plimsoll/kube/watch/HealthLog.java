package dev.plimsoll.kube.watch;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.plimsoll.kube.live.ApiOutage;
import dev.plimsoll.kube.periodic.Ticker;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;

/**
 * Keeps the health of one kind, and logs when it turns: a problem that three attempts in a row have
 * met, once, and its end. While the API server answers nothing that is the line, not each kind.
 */
final class HealthLog {
  private static final System.Logger LOG = System.getLogger(HealthLog.class.getName());

  /** A watch that breaks off and is opened again is no problem. */
  private static final int TOLD_AFTER = 3;

  private final String kind;
  private final Ticker ticker;

  @GuardedBy("this")
  private InformerHealth health = InformerHealth.NEW;

  @GuardedBy("this")
  private Optional<Long> lastReceived = Optional.empty();

  @GuardedBy("this")
  private String logged = "";

  HealthLog(String kind, Ticker ticker) {
    this.kind = kind;
    this.ticker = ticker;
  }

  /** Returns the present health. */
  synchronized InformerHealth health() {
    return health.withSilence(lastReceived.map(at -> Duration.ofNanos(ticker.read() - at)));
  }

  private synchronized void received(UnaryOperator<InformerHealth> change) {
    lastReceived = Optional.of(ticker.read());
    set(change);
  }

  private synchronized void set(UnaryOperator<InformerHealth> change) {
    health = change.apply(health);
    notifyAll();
    if (!health.problem().equals(logged) && isToBeTold()) {
      logged = health.problem();
      LOG.log(
          System.Logger.Level.INFO,
          logged.isEmpty() ? "{0}: in sync again" : "{0}: will retry: {1}",
          kind,
          logged);
    }
  }

  @GuardedBy("this")
  private boolean isToBeTold() {
    return health.problem().isEmpty() || (health.failures() >= TOLD_AFTER && !ApiOutage.isAnyOn());
  }

  /** Waits until the objects have been listed or are left out, or the ticker says so much. */
  synchronized boolean awaitSynced(long untilNanos) throws InterruptedException {
    long left = untilNanos - ticker.read();
    while (health.state() == InformerHealth.State.UNREAD && left > 0) {
      TimeUnit.NANOSECONDS.timedWait(this, left);
      left = untilNanos - ticker.read();
    }
    return health.state() != InformerHealth.State.UNREAD;
  }

  void listed() {
    received(InformerHealth::listed);
  }

  void notServed() {
    received(InformerHealth::notServed);
  }

  void leftOut(String sentence) {
    received(h -> h.leftOut(sentence));
  }

  /** Notes that the server accepted a watch; the server may still say that it can't serve it. */
  synchronized void opened() {
    lastReceived = Optional.of(ticker.read());
    health = health.received(0);
    notifyAll();
  }

  void received(int changes) {
    received(h -> h.received(changes));
  }

  void failed(String sentence) {
    set(h -> h.failed(sentence));
  }

  /** Notes why what the server says isn't believed yet. */
  void doubted(String sentence) {
    set(h -> h.doubted(sentence));
  }

  void skipped() {
    set(InformerHealth::skipped);
  }
}
