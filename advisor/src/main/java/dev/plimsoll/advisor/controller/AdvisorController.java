package dev.plimsoll.advisor.controller;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.plimsoll.advisor.state.StateSource;
import dev.plimsoll.kube.InputException;
import dev.plimsoll.kube.live.Connection;
import dev.plimsoll.kube.live.UnreachableException;
import dev.plimsoll.kube.periodic.PeriodicTask;
import dev.plimsoll.kube.periodic.RunInterval;
import dev.plimsoll.kube.periodic.TaskStatus;
import dev.plimsoll.kube.watch.ChangeListener;
import dev.plimsoll.kube.watch.ClusterInformers;
import dev.plimsoll.kube.watch.ObjectChange;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.model.tenancy.CapacityPolicy;
import dev.plimsoll.model.whatif.Simulation;
import dev.plimsoll.server.metrics.MetricsRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * Decides on what informers see, and carries it out. It decides each policy in turn, once something
 * has changed that decisions depend on, and at least once in the shortest interval of a policy. An
 * invalid policy doesn't keep the others from being decided. A replica that doesn't lead only
 * watches. It decides only when all resources have been read and are current. When it loses the
 * Lease, it stops writing, and the next leader's decision completes the change.
 */
public final class AdvisorController implements AutoCloseable, ChangeListener {
  private static final Duration RETRY = Duration.ofSeconds(1);
  private static final Duration FIRST_LIST = Duration.ofSeconds(10);

  private final ClusterInformers informers;
  private final BooleanSupplier isLeader;
  private final Inputs inputs;
  private final DecisionSettings settings;
  private final ControllerClock clock;
  private final ControllerMetrics metrics;
  private final DecisionLog log = new DecisionLog();
  private final DecisionRound round;
  private final PeriodicTask task;

  @GuardedBy("this")
  private final DecisionTimer timer;

  @GuardedBy("this")
  private List<CapacityPolicy> policies = List.of();

  /**
   * The inputs of decisions other than the cluster.
   *
   * @param policies which policies apply
   * @param history what tenants used before
   * @param state where the state is kept
   * @param simulation makes the model of a cluster
   */
  public record Inputs(
      PolicySource policies,
      HistorySource history,
      StateSource state,
      Function<Cluster, Simulation> simulation) {

    /**
     * Returns inputs whose simulations know the usage of devices. Decisions on quotas don't need
     * the usage, so unknown usage adds no omission.
     */
    public Inputs measuring(UnaryOperator<Cluster> measured) {
      return new Inputs(
          policies,
          history,
          state,
          cluster -> simulation.apply(measured.apply(cluster).withOmissions(cluster.omissions())));
    }
  }

  private AdvisorController(
      ClusterInformers informers,
      Connection connection,
      BooleanSupplier isLeader,
      Inputs inputs,
      AdviceRun run,
      DecisionSettings settings,
      ControllerClock clock,
      MetricsRegistry registry) {
    this.informers = informers;
    this.isLeader = isLeader;
    this.inputs = inputs;
    this.settings = settings;
    this.clock = clock;
    this.metrics = new ControllerMetrics(registry);
    this.round = new DecisionRound(connection.fenced(isLeader), inputs, run, clock, metrics, log);
    this.timer = new DecisionTimer(settings.quiet(), settings.longest());
    Cluster unused = informers.store().addListener(this);
    Duration retry = Duration.ofMillis(clock.realMillis(RETRY));
    this.task =
        PeriodicTask.start(
            "advisor",
            RunInterval.every(retry).after(Duration.ZERO).lasting(),
            this::decideWhenDue);
  }

  /**
   * Starts to decide.
   *
   * @param informers keep a whole snapshot current
   * @param connection writes
   * @param isLeader whether this replica may decide and write now
   * @param registry takes the metrics
   */
  public static AdvisorController start(
      ClusterInformers informers,
      Connection connection,
      BooleanSupplier isLeader,
      Inputs inputs,
      AdviceRun run,
      DecisionSettings settings,
      ControllerClock clock,
      MetricsRegistry registry) {
    return new AdvisorController(
        informers, connection, isLeader, inputs, run, settings, clock, registry);
  }

  /** Returns how the decisions fare. */
  public TaskStatus status() {
    return task.status();
  }

  @Override
  public synchronized void changed(List<ObjectChange> objectChanges, Cluster now) {
    // accounts come from the advisor itself, so they are no reason to decide again
    List<CapacityPolicy> current =
        informers.policies().stream().map(p -> p.withAccounts(Map.of())).toList();
    if (RelevantChanges.any(objectChanges) || !current.equals(policies)) {
      policies = current;
      timer.changed(clock.now());
      notifyAll();
    }
  }

  private void decideWhenDue() throws InterruptedException {
    if (!isLeader.getAsBoolean()) {
      follow();
      return;
    }
    metrics.isLeader(true);
    awaitDue();
    if (!isLeader.getAsBoolean()) {
      return;
    }
    Instant now = begin();
    if (knowsCluster()) {
      round.decide(informers.cluster().at(now)).ifPresent(this::succeeded);
    }
  }

  /** Returns whether all resources have been read and are current. */
  private boolean knowsCluster() throws InterruptedException {
    try {
      informers.addSuspended(inputs.policies().suspendedDemand());
      informers.watchOwners();
      boolean unused = informers.awaitSynced(FIRST_LIST);
    } catch (InputException | UnreachableException e) {
      metrics.ended("", ControllerMetrics.Result.FAILED);
      throw e;
    }
    Optional<String> problem =
        Freshness.problem(informers.health(), settings.staleAfter()).or(informers::repair);
    metrics.blocked(problem.isPresent());
    log.blocked(problem.orElse(""));
    return problem.isEmpty();
  }

  private synchronized void follow() {
    metrics.isLeader(false);
    timer.reset();
  }

  private synchronized void awaitDue() throws InterruptedException {
    Duration left = timer.left(clock.now());
    while (!left.isZero() && isLeader.getAsBoolean()) {
      wait(Math.min(RETRY.toMillis(), clock.realMillis(left)));
      left = timer.left(clock.now());
    }
  }

  private synchronized Instant begin() {
    Instant now = clock.now();
    timer.begin(now);
    return now;
  }

  private synchronized void succeeded(Duration interval) {
    timer.succeeded(interval);
  }

  @Override
  public void close() {
    task.close();
  }
}
