package dev.plimsoll.extender.waking;

import dev.plimsoll.extender.config.WakingSettings;
import dev.plimsoll.extender.decision.Decisions;
import dev.plimsoll.kube.live.StatusException;
import dev.plimsoll.kube.live.UnreachableException;
import java.time.Clock;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/** Looks after the pods that are held back, once a second, on a thread of its own. */
public final class Waking implements AutoCloseable {
  static final int CONFLICT = 409;
  private static final System.Logger LOG = System.getLogger(Waking.class.getName());

  private final ScheduledExecutorService thread;
  private String lastProblem = "";

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
      waking.repeat(
          "Events can't be written",
          new HeldEvents(decisions, api, clock, instance, settings.eventsPerSecond())::look);
    }
    return waking;
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
      if (!sentence.equals(lastProblem)) {
        LOG.log(System.Logger.Level.WARNING, "{0}", sentence);
        lastProblem = sentence;
      }
    } catch (RuntimeException e) {
      LOG.log(System.Logger.Level.ERROR, problem, e);
    }
  }

  /** Returns whether the answer means that the object is no longer there as it was. */
  static boolean isGone(StatusException e) {
    return Set.of(StatusException.NOT_FOUND, CONFLICT).contains(e.code());
  }

  @Override
  public void close() {
    thread.shutdownNow();
  }
}
