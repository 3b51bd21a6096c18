package dev.plimsoll.admission.gate;

import dev.plimsoll.admission.controller.ControllerSettings;
import dev.plimsoll.kube.live.Connection;
import dev.plimsoll.kube.periodic.PeriodicTask;
import dev.plimsoll.kube.periodic.RunInterval;
import dev.plimsoll.kube.periodic.TaskStatus;
import dev.plimsoll.kube.watch.ChangeListener;
import dev.plimsoll.kube.watch.ClusterInformers;
import dev.plimsoll.kube.watch.ObjectChange;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.server.metrics.MetricsRegistry;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * Removes gates on the leader when something has changed, and periodically, because time matters
 * too. It never uses an outdated snapshot.
 */
public final class GateController implements AutoCloseable, ChangeListener {
  /** Between two looks there is as long a rest as the first took, as many pods may wait. */
  private static final int RESTING = 1;

  private final ClusterInformers informers;
  private final BooleanSupplier isLeader;
  private final Supplier<Optional<String>> staleness;
  private final ControllerSettings settings;
  private final GateLog log;
  private final GateRemover remover;
  private final PeriodicTask task;
  private final AtomicLong changes = new AtomicLong();
  private long lookedAfter = -1;
  private long lookedAt;

  private GateController(
      ClusterInformers informers,
      Connection connection,
      BooleanSupplier isLeader,
      Supplier<Optional<String>> staleness,
      ControllerSettings settings,
      GateLog log) {
    this.informers = informers;
    this.isLeader = isLeader;
    this.staleness = staleness;
    this.settings = settings;
    this.log = log;
    this.remover =
        new GateRemover(
            informers::observed,
            informers::policies,
            new KubePodGates(connection.fenced(isLeader)),
            settings.clock()::instant,
            settings.ticker(),
            log);
    Cluster unused = informers.store().addListener(this);
    this.task =
        PeriodicTask.start(
            "gates", RunInterval.every(settings.pause()).resting(RESTING), this::run);
  }

  /**
   * Starts to remove gates.
   *
   * @param connection reads and writes
   * @param isLeader whether this replica may write now
   * @param staleness why the snapshot isn't current, if so, as a sentence
   */
  public static GateController start(
      ClusterInformers informers,
      Connection connection,
      BooleanSupplier isLeader,
      Supplier<Optional<String>> staleness,
      ControllerSettings settings,
      MetricsRegistry registry) {
    return new GateController(
        informers, connection, isLeader, staleness, settings, new GateLog(registry));
  }

  /** Returns the status of the task. */
  public TaskStatus status() {
    return task.status();
  }

  @Override
  public void changed(List<ObjectChange> objectChanges, Cluster now) {
    long unused = changes.incrementAndGet();
  }

  private void run() {
    if (!isLeader.getAsBoolean()) {
      remover.stop();
      lookedAfter = -1;
      return;
    }
    Optional<String> problem = staleness.get();
    if (problem.isPresent()) {
      log.blocked(problem.get());
      lookedAfter = -1;
      return;
    }
    long seen = changes.get();
    long now = settings.ticker().read();
    if (seen != lookedAfter || now - lookedAt >= settings.resyncPeriod().toNanos()) {
      boolean isAll = remover.run(informers.areAllPoliciesKnown());
      lookedAfter = isAll ? seen : -1;
      lookedAt = now;
    }
  }

  @Override
  public void close() {
    task.close();
  }
}
