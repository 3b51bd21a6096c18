package dev.plimsoll.extender.scheduler;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/**
 * Has everything counted anew: soon after a change, since shares follow it, and from time to time
 * without one. Takes a tenth of a processor at most.
 */
public final class Resync implements AutoCloseable {
  private static final System.Logger LOG = System.getLogger(Resync.class.getName());
  private static final int REST_FACTOR = 10;

  private final Decisions decisions;
  private final long every;
  private final ScheduledExecutorService thread;
  private long ended = System.nanoTime();
  private long took;

  private Resync(Decisions decisions, Duration every) {
    this.decisions = decisions;
    this.every = every.toNanos();
    this.thread =
        Executors.newSingleThreadScheduledExecutor(
            task -> {
              Thread made = new Thread(task, "plimsoll-upkeep");
              made.setDaemon(true);
              return made;
            });
  }

  /**
   * Starts on a thread of its own.
   *
   * @param every how often there is a recount without a change
   */
  public static Resync start(Decisions decisions, Duration every) {
    Resync resync = new Resync(decisions, every);
    ScheduledFuture<?> unused =
        resync.thread.scheduleWithFixedDelay(resync::resyncIfDue, 1, 1, TimeUnit.SECONDS);
    return resync;
  }

  private void resyncIfDue() {
    long rested = System.nanoTime() - ended;
    if (rested < REST_FACTOR * took || (rested < every && !decisions.isOutdated())) {
      return;
    }
    long start = System.nanoTime();
    try {
      List<String> wrong = decisions.resync();
      if (!wrong.isEmpty()) {
        LOG.log(System.Logger.Level.WARNING, "Counted wrongly, repaired: {0}", wrong);
      }
    } catch (RuntimeException e) {
      LOG.log(System.Logger.Level.ERROR, "A recount failed; it is tried again", e);
    }
    ended = System.nanoTime();
    took = ended - start;
  }

  @Override
  public void close() {
    thread.shutdownNow();
  }
}
