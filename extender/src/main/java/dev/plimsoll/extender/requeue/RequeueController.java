package dev.plimsoll.extender.requeue;

import dev.plimsoll.extender.config.RequeueSettings;
import dev.plimsoll.extender.scheduler.Decisions;
import dev.plimsoll.kube.live.StatusException;
import dev.plimsoll.kube.live.UnreachableException;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Looks after the pods that are held back or have gaps, once a second, on a thread of its own; gaps
 * are looked for once a minute, on another.
 */
public final class RequeueController implements AutoCloseable {
  private static final System.Logger LOG = System.getLogger(RequeueController.class.getName());

  private static final Duration FIRST_GAP_SCAN = Duration.ofSeconds(5);
  private static final Duration GAP_SCAN_INTERVAL = Duration.ofMinutes(1);
  private static final Duration REMEDY_TIMEOUT = Duration.ofSeconds(5);

  private final ScheduledExecutorService thread;
  private final List<GapScan> scans = new ArrayList<>();
  private final Map<String, String> lastProblems = new HashMap<>();

  private RequeueController() {
    this.thread =
        Executors.newSingleThreadScheduledExecutor(
            task -> {
              Thread made = new Thread(task, "plimsoll-waking");
              made.setDaemon(true);
              return made;
            });
  }

  /** Something that may be refused. */
  private interface Task {
    void run() throws StatusException;
  }

  /**
   * Starts.
   *
   * @param instance what to call this instance of the service in events
   */
  public static RequeueController start(
      Decisions decisions,
      ObjectWriter objectWriter,
      RequeueSettings settings,
      Clock clock,
      String instance) {
    RequeueController requeueController = new RequeueController();
    if (settings.podsPerSecond() > 0) {
      requeueController.repeat(
          "Pods can't be woken",
          new Requeuer(decisions, objectWriter, clock, settings.podsPerSecond())::sync);
    }
    if (settings.eventsPerSecond() > 0) {
      requeueController.startEvents(
          decisions, objectWriter, settings.eventsPerSecond(), clock, instance);
    }
    return requeueController;
  }

  private void startEvents(
      Decisions decisions,
      ObjectWriter objectWriter,
      long perSecond,
      Clock clock,
      String instance) {
    HeldPodNotices held = new HeldPodNotices(decisions);
    GapNotices gaps = new GapNotices(decisions::cluster, REMEDY_TIMEOUT);
    scans.add(GapScan.start(gaps::sync, FIRST_GAP_SCAN, GAP_SCAN_INTERVAL));
    Supplier<List<PodNotice>> all =
        () -> Stream.of(held, gaps).flatMap(some -> some.get().stream()).toList();
    repeat(
        "Events can't be written",
        new PodEventRecorder(all, objectWriter, clock, instance, perSecond)::sync);
  }

  private void repeat(String problem, Task look) {
    ScheduledFuture<?> unused =
        thread.scheduleWithFixedDelay(() -> quietly(problem, look), 1, 1, TimeUnit.SECONDS);
  }

  /** Looks; what goes wrong is logged when it is new, and tried again at the next look. */
  private void quietly(String problem, Task look) {
    try {
      look.run();
    } catch (StatusException | UnreachableException e) {
      String sentence = problem + ": " + e.getMessage();
      if (!thread.isShutdown() && !sentence.equals(lastProblems.put(problem, sentence))) {
        LOG.log(System.Logger.Level.WARNING, "{0}", sentence);
      }
    } catch (RuntimeException e) {
      LOG.log(System.Logger.Level.ERROR, problem, e);
    }
  }

  /** Returns whether the answer means that the object is no longer there as it was. */
  static boolean isGone(StatusException e) {
    return Set.of(StatusException.NOT_FOUND, StatusException.CONFLICT).contains(e.code());
  }

  @Override
  public void close() {
    scans.forEach(GapScan::close);
    thread.shutdownNow();
  }
}
