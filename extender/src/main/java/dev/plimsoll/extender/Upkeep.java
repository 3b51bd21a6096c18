package dev.plimsoll.extender;

import dev.plimsoll.extender.decision.Decisions;
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
final class Upkeep implements AutoCloseable {
  private static final System.Logger LOG = System.getLogger(Upkeep.class.getName());
  private static final int REST = 10;

  private final Decisions decisions;
  private final long every;
  private final ScheduledExecutorService thread;
  private long ended = System.nanoTime();
  private long took;

  private Upkeep(Decisions decisions, Duration every) {
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
  static Upkeep start(Decisions decisions, Duration every) {
    Upkeep upkeep = new Upkeep(decisions, every);
    ScheduledFuture<?> unused =
        upkeep.thread.scheduleWithFixedDelay(upkeep::look, 1, 1, TimeUnit.SECONDS);
    return upkeep;
  }

  private void look() {
    long rested = System.nanoTime() - ended;
    if (rested < REST * took || (rested < every && !decisions.isOutdated())) {
      return;
    }
    long start = System.nanoTime();
    try {
      List<String> wrong = decisions.recount();
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
