package dev.plimsoll.extender.requeue;

import dev.plimsoll.extender.config.RequeueSettings;
import dev.plimsoll.extender.scheduler.Decisions;
import dev.plimsoll.extender.scheduler.GangAdmission;
import dev.plimsoll.extender.scheduler.NodeReserver;
import dev.plimsoll.kube.periodic.PeriodicTask;
import dev.plimsoll.kube.periodic.RunInterval;
import dev.plimsoll.kube.periodic.TaskStatus;
import dev.plimsoll.kube.periodic.Ticker;
import dev.plimsoll.kubernetes.cluster.Cluster;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinWorkerThread;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * Looks after held pods, gangs and pods with gaps, once a second, if this replica leads; gaps are
 * scanned for once a minute. Each duty has a thread of its own.
 *
 * <p>The duties look at all there is each time, rather than take pods off a work queue: which pods
 * have been released depends on all that are held together, tenants take turns, and what fails is
 * due again at the next look. client-java-extended's queues have neither, and drop what is beyond a
 * thousand delayed items without a word.
 */
public final class RequeueController implements AutoCloseable {
  private static final RunInterval SYNC = RunInterval.every(Duration.ofSeconds(1)).resting(10);
  private static final RunInterval GAP_SCAN =
      RunInterval.every(Duration.ofMinutes(1)).after(Duration.ofSeconds(5)).resting(10);
  private static final Duration REMEDY_TIMEOUT = Duration.ofSeconds(5);

  private final BooleanSupplier isLeader;
  private final List<PeriodicTask> tasks = new ArrayList<>();

  private RequeueController(BooleanSupplier isLeader) {
    this.isLeader = isLeader;
  }

  /**
   * Starts.
   *
   * @param isLeader whether this replica is the one that writes
   * @param instance what to call this instance of the service in events
   */
  public static RequeueController start(
      Decisions decisions,
      UnaryOperator<Cluster> measured,
      ObjectWriter objectWriter,
      RequeueSettings settings,
      Clock clock,
      BooleanSupplier isLeader,
      String instance) {
    RequeueController controller = new RequeueController(isLeader);
    controller.start("gangs", new GangAdmission(decisions)::sync);
    controller.start("reservations", new NodeReserver(decisions)::sync);
    if (settings.podsPerSecond() > 0) {
      Requeuer requeuer =
          new Requeuer(decisions, objectWriter, clock, Ticker.SYSTEM, settings.podsPerSecond());
      controller.start("requeue", requeuer::sync);
      Nominations nominations =
          new Nominations(decisions, objectWriter, Ticker.SYSTEM, settings.podsPerSecond());
      controller.start("nominations", nominations::sync);
    }
    if (settings.eventsPerSecond() > 0) {
      HeldPodNotices held = new HeldPodNotices(decisions);
      ReservationNotices reserved = new ReservationNotices(decisions.reservations());
      GapNotices gaps = new GapNotices(decisions::cluster, measured, REMEDY_TIMEOUT);
      Supplier<List<Notice>> notices =
          () -> Stream.of(held, reserved, gaps).flatMap(some -> some.get().stream()).toList();
      EventRecorder recorder =
          new EventRecorder(
              notices, objectWriter, clock, Ticker.SYSTEM, instance, settings.eventsPerSecond());
      controller.start("events", recorder::sync);
      controller.tasks.add(
          PeriodicTask.start(
              "gap-scan", GAP_SCAN, controller.ifLeader(gaps::sync), backgroundThread()));
    }
    return controller;
  }

  private void start(String name, PeriodicTask.Body body) {
    tasks.add(PeriodicTask.start(name, SYNC, ifLeader(body)));
  }

  private PeriodicTask.Body ifLeader(PeriodicTask.Body body) {
    return () -> {
      if (isLeader.getAsBoolean()) {
        body.run();
      }
    };
  }

  /**
   * Returns a thread of low priority. Work that would otherwise be shared out stays on the thread,
   * too.
   */
  private static ForkJoinPool backgroundThread() {
    return new ForkJoinPool(1, RequeueController::thread, null, false);
  }

  @SuppressWarnings("ThreadPriorityCheck") // Nothing relies on it; it is only polite.
  private static ForkJoinWorkerThread thread(ForkJoinPool pool) {
    ForkJoinWorkerThread thread = ForkJoinPool.defaultForkJoinWorkerThreadFactory.newThread(pool);
    thread.setName("plimsoll-gap-scan");
    thread.setPriority(Thread.MIN_PRIORITY);
    return thread;
  }

  /** Returns how the duties fare. */
  public List<Supplier<TaskStatus>> statuses() {
    return tasks.stream().map(task -> (Supplier<TaskStatus>) task::status).toList();
  }

  @Override
  public void close() {
    tasks.forEach(PeriodicTask::close);
  }
}
