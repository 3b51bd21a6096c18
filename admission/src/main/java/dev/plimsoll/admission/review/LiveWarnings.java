package dev.plimsoll.admission.review;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.plimsoll.kube.periodic.Ticker;
import dev.plimsoll.kubernetes.object.AdmissionRequest;
import dev.plimsoll.model.warning.AdmissionWarnings;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

/**
 * Finds warnings on threads of its own, from a snapshot that is a few seconds old at most. A
 * warning is left out if it isn't found in time, or if too many others wait.
 */
public final class LiveWarnings implements RequestWarnings, AutoCloseable {
  /** How old the snapshot may be, because it takes a while to prepare one. */
  static final Duration OLDEST = Duration.ofSeconds(2);

  private static final System.Logger LOG = System.getLogger(LiveWarnings.class.getName());
  private static final Duration LONGEST_WAIT = Duration.ofMillis(50);
  private static final int THREADS = 2;
  private static final int MOST_WAITING = 64;

  private final Supplier<AdmissionWarnings> snapshots;
  private final Ticker ticker;
  private final Duration wait;
  private final ThreadPoolExecutor finding =
      new ThreadPoolExecutor(
          THREADS,
          THREADS,
          0,
          TimeUnit.SECONDS,
          new ArrayBlockingQueue<>(MOST_WAITING),
          LiveWarnings::thread);

  private final AtomicBoolean hasDefect = new AtomicBoolean();

  @GuardedBy("this")
  private Optional<Prepared> latest = Optional.empty();

  private record Prepared(long since, AdmissionWarnings warnings) {}

  /**
   * Creates warnings that use such snapshots.
   *
   * @param snapshots prepares a snapshot of the cluster as it is now
   */
  public LiveWarnings(Supplier<AdmissionWarnings> snapshots, Ticker ticker) {
    this(snapshots, ticker, LONGEST_WAIT);
  }

  LiveWarnings(Supplier<AdmissionWarnings> snapshots, Ticker ticker, Duration wait) {
    this.snapshots = snapshots;
    this.ticker = ticker;
    this.wait = wait;
  }

  private static Thread thread(Runnable run) {
    Thread made = new Thread(run, "plimsoll-warnings");
    made.setDaemon(true);
    return made;
  }

  @Override
  public Supplier<List<String>> begin(AdmissionRequest request) {
    if (request.object().metadata().controller().isPresent()) {
      return List::of;
    }
    try {
      Future<List<String>> warnings = finding.submit(() -> current().of(request));
      return () -> ifInTime(warnings);
    } catch (RejectedExecutionException e) {
      return List::of;
    }
  }

  private List<String> ifInTime(Future<List<String>> warnings) {
    try {
      return warnings.get(wait.toNanos(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      warnings.cancel(false);
    } catch (ExecutionException e) {
      boolean isKnown = hasDefect.getAndSet(true);
      LOG.log(
          isKnown ? System.Logger.Level.DEBUG : System.Logger.Level.WARNING,
          "a warning is left out because of a defect",
          e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return List.of();
  }

  private synchronized AdmissionWarnings current() {
    long now = ticker.read();
    Prepared prepared =
        latest
            .filter(p -> now - p.since() < OLDEST.toNanos())
            .orElseGet(() -> new Prepared(now, snapshots.get()));
    latest = Optional.of(prepared);
    return prepared.warnings();
  }

  @Override
  public void close() {
    finding.shutdownNow();
  }
}
