package dev.plimsoll.extender.waking;

import dev.plimsoll.extender.config.WakingSettings;
import dev.plimsoll.extender.decision.Decisions;
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
public final class Waking implements AutoCloseable {
  private static final System.Logger LOG = System.getLogger(Waking.class.getName());

  private static final Duration FIRST_GAPS = Duration.ofSeconds(5);
  private static final Duration GAPS = Duration.ofMinutes(1);
  private static final Duration TRYING = Duration.ofSeconds(5);

  private final ScheduledExecutorService thread;
  private final List<GapWatch> watches = new ArrayList<>();
  private final Map<String, String> lastProblems = new HashMap<>();

  private Waking() {
    this.thread =
        Executors.newSingleThreadScheduledExecutor(
            task -> {
              Thread made = new Thread(task, "plimsoll-waking");
              made.setDaemon(true);
              return made;
            });
  }

  /** Something that may be refused. */
  private interface Look {
    void look() throws StatusException;
  }

  /**
   * Starts.
   *
   * @param instance what to call this instance of the service in events
   */
  public static Waking start(
      Decisions decisions, Api api, WakingSettings settings, Clock clock, String instance) {
    Waking waking = new Waking();
    if (settings.perSecond() > 0) {
      waking.repeat(
          "Pods can't be woken", new Waker(decisions, api, clock, settings.perSecond())::look);
    }
    if (settings.eventsPerSecond() > 0) {
      waking.tell(decisions, api, settings.eventsPerSecond(), clock, instance);
    }
    return waking;
  }

  private void tell(Decisions decisions, Api api, long perSecond, Clock clock, String instance) {
    HeldNotes held = new HeldNotes(decisions);
    GapNotes gaps = new GapNotes(decisions::picture, TRYING);
    watches.add(GapWatch.start(gaps::look, FIRST_GAPS, GAPS));
    Supplier<List<Note>> all =
        () -> Stream.of(held, gaps).flatMap(some -> some.get().stream()).toList();
    repeat("Events can't be written", new PodEvents(all, api, clock, instance, perSecond)::look);
  }

  private void repeat(String problem, Look look) {
    ScheduledFuture<?> unused =
        thread.scheduleWithFixedDelay(() -> quietly(problem, look), 1, 1, TimeUnit.SECONDS);
  }

  /** Looks; what goes wrong is logged when it is new, and tried again at the next look. */
  private void quietly(String problem, Look look) {
    try {
      look.look();
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
    watches.forEach(GapWatch::close);
    thread.shutdownNow();
  }
}
