package dev.plimsoll.stage.node;

import java.time.Instant;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Asks one probe once a period, and counts failures in a row. */
final class ProbeLoop {
  private static final ExecutorService THREADS =
      Executors.newCachedThreadPool(
          task -> {
            Thread thread = new Thread(task, "stage-probe");
            thread.setDaemon(true);
            return thread;
          });

  private final Probe probe;
  private Instant next = Instant.EPOCH;
  private boolean asking;
  private boolean succeeded;
  private int failures;
  private int generation;

  ProbeLoop(Probe probe) {
    this.probe = probe;
  }

  /** Forgets all answers: the container was started again. */
  synchronized void reset() {
    generation++;
    next = Instant.EPOCH;
    asking = false;
    succeeded = false;
    failures = 0;
  }

  /** Asks if it is time to, and returns whether it has failed too often. */
  synchronized boolean tick(Instant started) {
    Instant now = Instant.now();
    if (!asking && now.isAfter(next) && now.isAfter(started.plus(probe.delay()))) {
      asking = true;
      next = now.plus(probe.period());
      int asked = generation;
      THREADS.execute(() -> ask(asked));
    }
    return failures >= probe.failureThreshold();
  }

  private void ask(int asked) {
    try {
      boolean answer = probe.succeeds();
      synchronized (this) {
        if (asked == generation) {
          asking = false;
          failures = answer ? 0 : failures + 1;
          succeeded = answer || (succeeded && failures < probe.failureThreshold());
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Returns whether the last answers were good. */
  synchronized boolean hasSucceeded() {
    return succeeded;
  }
}
