package dev.plimsoll.extender.requeue;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinWorkerThread;
import java.util.concurrent.TimeUnit;

/**
 * Looks for gaps again and again, on one thread of low priority, and rests ten times as long as a
 * look took. Work that the looking would share out stays on that thread, too.
 */
final class GapScan implements AutoCloseable {
  private static final System.Logger LOG = System.getLogger(GapScan.class.getName());
  private static final int REST = 10;

  private final ForkJoinPool thread =
      new ForkJoinPool(1, GapScan::thread, (t, problem) -> {}, false);
  private final Runnable scan;
  private final long pause;

  private GapScan(Runnable look, Duration pause) {
    this.scan = look;
    this.pause = pause.toNanos();
  }

  @SuppressWarnings("ThreadPriorityCheck") // Nothing relies on it; it is only polite.
  private static ForkJoinWorkerThread thread(ForkJoinPool pool) {
    ForkJoinWorkerThread thread = ForkJoinPool.defaultForkJoinWorkerThreadFactory.newThread(pool);
    thread.setName("plimsoll-gaps");
    thread.setPriority(Thread.MIN_PRIORITY);
    return thread;
  }

  /**
   * Starts.
   *
   * @param first how long to wait before the first look
   * @param pause how long to wait between looks at least
   */
  static GapScan start(Runnable look, Duration first, Duration pause) {
    GapScan watch = new GapScan(look, pause);
    watch.scheduleAfter(first.toNanos());
    return watch;
  }

  private void scheduleAfter(long nanos) {
    CompletableFuture.delayedExecutor(nanos, TimeUnit.NANOSECONDS, thread).execute(this::run);
  }

  private void run() {
    long start = System.nanoTime();
    try {
      scan.run();
    } catch (RuntimeException e) {
      LOG.log(System.Logger.Level.ERROR, "Gaps can''t be found; it is tried again", e);
    }
    if (!thread.isShutdown()) {
      scheduleAfter(Math.max(pause, REST * (System.nanoTime() - start)));
    }
  }

  @Override
  public void close() {
    thread.shutdownNow();
  }
}
