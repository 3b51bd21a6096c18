package dev.plimsoll.kube.periodic;

import dev.plimsoll.kube.InputException;
import dev.plimsoll.kube.live.ApiOutage;
import dev.plimsoll.kube.live.StatusException;
import dev.plimsoll.kube.live.UnreachableException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * A task that runs periodically on its own thread, {@code plimsoll-} and its name. A failed run is
 * counted, and logged once until it fails differently or succeeds; the next run follows as usual.
 * Only {@link #close} ends the task.
 */
public final class PeriodicTask implements AutoCloseable {
  private static final System.Logger LOG = System.getLogger(PeriodicTask.class.getName());

  private final RunInterval interval;
  private final Body body;
  private final ExecutorService executor;
  private final Timer timer;
  private volatile TaskStatus status;
  private volatile Awaited awaited;
  private volatile boolean hasEnded;
  private volatile boolean isClosed;
  private String lastFailure = "";

  /** Since when, in nanoseconds, a run is waited for that follows a pause. */
  private record Awaited(long since, Duration pause) {}

  /** The body of each run. */
  public interface Body {
    /** Runs once. */
    void run() throws Exception;
  }

  /** Time as a task sees it. */
  interface Timer {
    long nanoTime();

    Instant now();

    void sleep(Duration pause) throws InterruptedException;

    /** Ends the present pause, or else the next one. */
    default void wakeUp() {}
  }

  private static final class SystemTimer implements Timer {
    private final Semaphore wakeUps = new Semaphore(0);

    @Override
    public long nanoTime() {
      return System.nanoTime();
    }

    @Override
    public Instant now() {
      return Instant.now();
    }

    @Override
    public void sleep(Duration pause) throws InterruptedException {
      if (wakeUps.tryAcquire(pause.toMillis(), TimeUnit.MILLISECONDS)) {
        wakeUps.drainPermits();
      }
    }

    @Override
    public void wakeUp() {
      wakeUps.release();
    }
  }

  PeriodicTask(
      String name, RunInterval interval, Body body, ExecutorService executor, Timer timer) {
    this.interval = interval;
    this.body = body;
    this.executor = executor;
    this.timer = timer;
    this.status = new TaskStatus(name, 0, Optional.empty(), Optional.empty());
    this.awaited = new Awaited(timer.nanoTime(), interval.initialDelay());
  }

  /** Starts on a daemon thread. */
  public static PeriodicTask start(String name, RunInterval interval, Body body) {
    ExecutorService thread =
        Executors.newSingleThreadExecutor(
            run -> {
              Thread made = new Thread(run, "plimsoll-" + name);
              made.setDaemon(true);
              return made;
            });
    return start(name, interval, body, thread);
  }

  /**
   * Starts on the only thread of an executor, which is shut down when the task is closed.
   *
   * @param executor keeps its thread for this task, and names it
   */
  public static PeriodicTask start(
      String name, RunInterval interval, Body body, ExecutorService executor) {
    PeriodicTask task = new PeriodicTask(name, interval, body, executor, new SystemTimer());
    executor.execute(task::loop);
    return task;
  }

  /** Starts the next run at once, or right after the present run. */
  public void runSoon() {
    timer.wakeUp();
  }

  /** Returns how the task fares. */
  public TaskStatus status() {
    TaskStatus now = status;
    return new TaskStatus(now.name(), now.failures(), now.lastSuccess(), problem());
  }

  private Optional<String> problem() {
    if (isClosed) {
      return Optional.empty();
    }
    if (hasEnded) {
      return Optional.of(status.name() + ": its thread has ended");
    }
    Awaited run = awaited;
    Duration limit = interval.overdueAfter(run.pause());
    Duration waited = Duration.ofNanos(timer.nanoTime() - run.since());
    return interval.isLasting() || waited.compareTo(limit) <= 0
        ? Optional.empty()
        : Optional.of(
            status.name() + ": no run has ended for more than " + limit.toSeconds() + " seconds");
  }

  void loop() {
    try {
      Duration pause = interval.initialDelay();
      while (sleep(pause)) {
        pause = interval.pauseAfter(run());
        awaited = new Awaited(timer.nanoTime(), pause);
      }
    } finally {
      hasEnded = true;
    }
  }

  /** Pauses, and returns whether the task continues. */
  private boolean sleep(Duration pause) {
    try {
      if (!isClosed) {
        timer.sleep(pause);
      }
    } catch (InterruptedException e) {
      // By close(), or by the run before: then the next one only comes early.
    }
    return !isClosed;
  }

  private Duration run() {
    long start = timer.nanoTime();
    try {
      body.run();
      succeeded();
    } catch (Throwable e) {
      failed(e);
    }
    return Duration.ofNanos(timer.nanoTime() - start);
  }

  private void succeeded() {
    status =
        new TaskStatus(
            status.name(), status.failures(), Optional.of(timer.now()), Optional.empty());
    if (!lastFailure.isEmpty()) {
      lastFailure = "";
      LOG.log(System.Logger.Level.INFO, "{0}: succeeded again", status.name());
    }
  }

  private void failed(Throwable problem) {
    if (isClosed) {
      return;
    }
    status =
        new TaskStatus(
            status.name(), status.failures() + 1, status.lastSuccess(), Optional.empty());
    try {
      if (!problem.toString().equals(lastFailure) && !isOfOutage(problem)) {
        lastFailure = problem.toString();
        log(problem);
      }
    } catch (Throwable e) {
      // Whoever can't write a log any more, such as for lack of memory, still has to go on.
      lastFailure = "";
    }
  }

  /** While the API server answers nothing, that is the line, and not each duty that asks it. */
  private static boolean isOfOutage(Throwable problem) {
    return ApiOutage.isAnyOn()
        && (problem instanceof StatusException || problem instanceof UnreachableException);
  }

  /**
   * Logs a failure: an answer of the cluster or an error in a file as a sentence, other failures
   * with the stack trace.
   */
  private void log(Throwable problem) {
    String name = status.name();
    if (problem instanceof StatusException answer) {
      LOG.log(
          System.Logger.Level.WARNING,
          "{0} failed, will retry: {1} {2}",
          name,
          answer.code(),
          answer.getMessage());
    } else if (problem instanceof UnreachableException || problem instanceof InputException) {
      LOG.log(
          System.Logger.Level.WARNING, "{0} failed, will retry: {1}", name, problem.getMessage());
    } else {
      LOG.log(System.Logger.Level.ERROR, name + " failed, will retry", problem);
    }
  }

  @Override
  public void close() {
    isClosed = true;
    executor.shutdownNow();
  }
}
