package dev.plimsoll.admission.controller;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.plimsoll.admission.ledger.LedgerObjects;
import dev.plimsoll.admission.ledger.LedgerUnavailableException;
import dev.plimsoll.admission.ledger.LiveObjects;
import dev.plimsoll.admission.ledger.Reserver;
import dev.plimsoll.admission.ledger.StoredLedger;
import dev.plimsoll.kube.live.Connection;
import dev.plimsoll.kube.live.FencedException;
import dev.plimsoll.kube.live.StatusException;
import dev.plimsoll.kube.periodic.PeriodicTask;
import dev.plimsoll.kube.periodic.RunInterval;
import dev.plimsoll.kube.periodic.TaskStatus;
import dev.plimsoll.kube.watch.ChangeListener;
import dev.plimsoll.kube.watch.ClusterInformers;
import dev.plimsoll.kube.watch.ObjectChange;
import dev.plimsoll.kube.watch.ObservedCluster;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.model.ledger.EnforcedQuota;
import dev.plimsoll.server.metrics.MetricsRegistry;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;

/**
 * Keeps a ledger for each enforced quota. Its usage is that of the objects that informers have
 * observed. All replicas read the ledgers, so that each can answer; the leader writes. Ledgers are
 * counted anew when objects of their namespaces have changed, and looked at from time to time in
 * any case.
 */
public final class LedgerController implements AutoCloseable, ChangeListener {
  /** The leader ends a reservation within some seconds, once the API server has answered. */
  private static final Duration OVERDUE = Duration.ofMinutes(1);

  /** So that counting takes a third of one processor at most. */
  private static final int REST_FACTOR = 2;

  private final ClusterInformers informers;
  private final LedgerPlan plan;
  private final Reserver reserver;
  private final LedgerObjects objects;
  private final LedgerReconciler reconciler;
  private final LedgerResync resync;
  private final NewKeys newKeys;
  private final LedgersAhead ledgersAhead;
  private final UsageDrift drift;
  private final ControllerLog log;
  private final BooleanSupplier isLeader;
  private final ControllerSettings settings;
  private final PeriodicTask task;
  private final Set<String> due = new HashSet<>();
  private long listedAt;
  private boolean hasLed;
  private Optional<LedgerPlan.Planned> reconciled = Optional.empty();
  private volatile boolean isListed;

  @GuardedBy("this")
  private final Set<String> changedNamespaces = new HashSet<>();

  private LedgerController(
      ClusterInformers informers,
      LedgerPlan plan,
      ObservedLedgers observedLedgers,
      Reserver reserver,
      Connection connection,
      BooleanSupplier isLeader,
      ControllerSettings settings,
      ControllerLog log) {
    this.informers = informers;
    this.plan = plan;
    this.reserver = reserver;
    this.objects = new LedgerObjects(connection.fenced(isLeader));
    this.reconciler =
        new LedgerReconciler(
            objects, new LedgersAhead(settings.ticker(), settings.longestRequest()), log);
    this.newKeys = new NewKeys(settings.ticker(), settings.longestRequest());
    this.ledgersAhead = new LedgersAhead(settings.ticker(), settings.longestRequest());
    this.resync =
        new LedgerResync(
            reserver,
            newKeys,
            ledgersAhead,
            new ListedVersions(connection),
            new LiveObjects(connection),
            observedLedgers,
            settings.clock(),
            log);
    this.drift = new UsageDrift(settings.ticker(), log);
    this.log = log;
    this.isLeader = isLeader;
    this.settings = settings;
    this.listedAt = settings.ticker().read() - settings.resyncPeriod().toNanos();
    Cluster unused = informers.store().addListener(this);
    this.task =
        PeriodicTask.start(
            "ledgers", RunInterval.every(settings.pause()).resting(REST_FACTOR), this::run);
  }

  /**
   * Starts to keep them.
   *
   * @param informers tell of what quotas count
   * @param plan which ledgers there should be
   * @param observedLedgers counts by what informers have observed
   * @param reserver changes ledgers, together with what requests reserve
   * @param connection reads and writes
   * @param isLeader whether this replica may write now
   */
  public static LedgerController start(
      ClusterInformers informers,
      LedgerPlan plan,
      ObservedLedgers observedLedgers,
      Reserver reserver,
      Connection connection,
      BooleanSupplier isLeader,
      ControllerSettings settings,
      MetricsRegistry registry) {
    ControllerLog log =
        new ControllerLog(
            registry, () -> reserver.expired(settings.clock().instant().minus(OVERDUE)));
    return new LedgerController(
        informers, plan, observedLedgers, reserver, connection, isLeader, settings, log);
  }

  /** Returns the status of the task. */
  public TaskStatus status() {
    return task.status();
  }

  /** Returns whether the ledgers have been read. */
  public boolean isListed() {
    return isListed;
  }

  @Override
  public synchronized void changed(List<ObjectChange> objectChanges, Cluster now) {
    for (ObjectChange change : objectChanges) {
      if (matters(change)) {
        changedNamespaces.add(change.after().or(change::before).orElseThrow().namespace());
      }
    }
  }

  /** Most updates of pods are of what no quota counts. */
  private static boolean matters(ObjectChange change) {
    Optional<ApiObject> before = change.before();
    Optional<ApiObject> after = change.after();
    return !(before.isPresent()
        && after.isPresent()
        && before.get() instanceof Pod one
        && after.get() instanceof Pod other
        && one.spec().equals(other.spec())
        && one.status().equals(other.status()));
  }

  private synchronized Set<String> takeChangedNamespaces() {
    Set<String> taken = Set.copyOf(changedNamespaces);
    changedNamespaces.clear();
    return taken;
  }

  private void run() throws StatusException, InterruptedException {
    if (!ObservedLedgers.isWhole(informers.quotaHealth())) {
      return;
    }
    informers.watchCounted();
    long now = settings.ticker().read();
    boolean isPeriodic = now - listedAt >= settings.resyncPeriod().toNanos();
    if (isPeriodic) {
      plan.refresh();
    }
    LedgerPlan.Planned planned = plan.planned();
    newKeys.planned(planned.byName());
    boolean isLeading = isLeader.getAsBoolean();
    log.isLeader(isLeading);
    log.ledgers(planned.byName().size());
    boolean isNew = isLeading && (!hasLed || reconciled.filter(planned::isSame).isEmpty());
    if (isPeriodic || isNew) {
      list(planned, isLeading);
      listedAt = now;
    }
    for (String namespace : takeChangedNamespaces()) {
      due.addAll(planned.counting().getOrDefault(namespace, new TreeSet<>()));
    }
    due.addAll(newKeys.ready());
    if (isLeading && (!hasLed || isNew)) {
      due.addAll(planned.byName().keySet());
    }
    hasLed = isLeading;
    if (isLeading) {
      resync(planned, isPeriodic);
    }
  }

  private void list(LedgerPlan.Planned planned, boolean isLeading) throws StatusException {
    List<StoredLedger> stored = objects.list().ledgers();
    stored.forEach(s -> s.ledger().ifPresent(reserver::observed));
    isListed = true;
    Set<String> names = planned.byName().keySet();
    reserver.retain(names);
    newKeys.retain(names);
    ledgersAhead.retain(names);
    log.retain(names);
    if (isLeading) {
      try {
        reconciler.reconcile(stored, planned.byName());
        reconciled = Optional.of(planned);
      } catch (FencedException e) {
        hasLed = false;
      }
    }
  }

  private void resync(LedgerPlan.Planned planned, boolean isPeriodic) throws InterruptedException {
    ObservedCluster observed = informers.observed();
    SortedSet<String> names = new TreeSet<>(due);
    if (isPeriodic) {
      names.addAll(planned.byName().keySet());
      drift.check(planned.byName(), observed.cluster());
    }
    for (String name : names) {
      Optional<EnforcedQuota> quota = Optional.ofNullable(planned.byName().get(name));
      boolean hasChanged = due.remove(name);
      if (quota.isEmpty() || !isLeader.getAsBoolean()) {
        continue;
      }
      try {
        resync.resync(name, quota.get(), observed, hasChanged);
        log.succeeded(name);
      } catch (LedgerUnavailableException e) {
        due.add(name);
        log.failed(name, String.valueOf(e.getMessage()));
      }
    }
  }

  @Override
  public void close() {
    task.close();
  }
}
