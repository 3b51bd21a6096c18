package dev.plimsoll.extender.scheduler;

import dev.plimsoll.kube.periodic.PeriodicTask;
import dev.plimsoll.kube.periodic.RunInterval;
import dev.plimsoll.kube.periodic.Ticker;
import java.time.Duration;
import java.util.List;

/**
 * Recomputes all usage: soon after a change, because shares depend on it, and periodically without
 * one. Uses at most a tenth of a processor.
 */
public final class Resync {
  private static final System.Logger LOG = System.getLogger(Resync.class.getName());
  private static final Duration CHECK_INTERVAL = Duration.ofSeconds(1);
  private static final int REST_FACTOR = 10;

  private final Decisions decisions;
  private final long every;
  private final Ticker ticker;
  private long ended;
  private List<String> disputes = List.of();

  Resync(Decisions decisions, Duration every, Ticker ticker) {
    this.decisions = decisions;
    this.every = every.toNanos();
    this.ticker = ticker;
    this.ended = ticker.read();
  }

  /**
   * Starts on a thread of its own.
   *
   * @param every how often there is a resync without a change
   */
  public static PeriodicTask start(Decisions decisions, Duration every) {
    Resync resync = new Resync(decisions, every, Ticker.SYSTEM);
    return PeriodicTask.start(
        "resync", RunInterval.every(CHECK_INTERVAL).resting(REST_FACTOR), resync::resyncIfDue);
  }

  /** Recomputes usage if that is due; what fails is due again at the next check. */
  void resyncIfDue() {
    logDisputes();
    if (ticker.read() - ended < every && !decisions.isOutdated()) {
      return;
    }
    List<String> wrong = decisions.resync();
    ended = ticker.read();
    if (!wrong.isEmpty()) {
      LOG.log(System.Logger.Level.WARNING, "resync repaired: {0}", wrong);
    }
  }

  private void logDisputes() {
    List<String> now = decisions.disputes();
    now.stream()
        .filter(d -> !disputes.contains(d))
        .forEach(d -> LOG.log(System.Logger.Level.WARNING, "{0}", d));
    disputes = now;
  }
}
