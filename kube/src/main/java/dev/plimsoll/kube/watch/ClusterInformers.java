package dev.plimsoll.kube.watch;

import dev.plimsoll.kube.live.ClusterAccess;
import dev.plimsoll.kube.live.Connection;
import dev.plimsoll.kube.live.StatusException;
import dev.plimsoll.kube.live.UnreachableException;
import dev.plimsoll.kube.periodic.PeriodicTask;
import dev.plimsoll.kube.periodic.RunInterval;
import dev.plimsoll.kube.periodic.TaskStatus;
import dev.plimsoll.model.cluster.Cluster;
import dev.plimsoll.model.object.GroupResource;
import dev.plimsoll.model.tenancy.CapacityPolicy;
import java.time.Clock;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Keeps a snapshot of a cluster current: its nodes, pods, namespaces, quotas, limit ranges and
 * priority classes, and where wanted its capacity policies. It recovers by itself from lost
 * connections, expired versions and an unavailable server; {@link #health} says how current the
 * snapshot is.
 */
public final class ClusterInformers implements AutoCloseable {
  private static final System.Logger LOG = System.getLogger(ClusterInformers.class.getName());

  private final Connection connection;
  private final ClusterStore store;
  private final PolicyStore policies = new PolicyStore();
  private final Map<GroupResource, Informer> informers = new LinkedHashMap<>();
  private final SelfCheck selfCheck;
  private final AtomicLong drifts = new AtomicLong();
  private final PeriodicTask selfChecks;

  private ClusterInformers(
      Connection connection, List<WatchedKind> kinds, InformerOptions options, Clock clock) {
    this.connection = connection;
    this.store = new ClusterStore(kinds, clock);
    Cluster unused = store.addListener(policies);
    this.selfCheck = new SelfCheck(connection, kinds, store, policies, options.gracePeriod());
    for (WatchedKind kind : kinds) {
      informers.put(
          kind.resource().resource(),
          new Informer(connection, kind, store, policies, options, clock));
    }
    informers.values().forEach(Informer::start);
    this.selfChecks =
        PeriodicTask.start(
            "self-check", RunInterval.every(options.selfCheckInterval()), this::check);
  }

  /**
   * Starts to read; the snapshot is empty until {@link #awaitSynced} says that it is whole.
   *
   * @param kinds {@link WatchedKind#ALL} or {@link WatchedKind#WITH_POLICIES}
   * @throws dev.plimsoll.kube.InputException if there is no kubeconfig that can be used
   */
  public static ClusterInformers start(
      ClusterAccess access, List<WatchedKind> kinds, InformerOptions options) {
    return new ClusterInformers(Connection.open(access), kinds, options, Clock.systemUTC());
  }

  /** Returns the snapshot as of its last change. */
  public Cluster cluster() {
    return store.cluster();
  }

  /** Returns where the snapshot is kept, to be told of its changes. */
  public ClusterStore store() {
    return store;
  }

  /** Returns the capacity policies by name; of one that can't be read, what it said before. */
  public List<CapacityPolicy> policies() {
    return policies.all();
  }

  /** Returns how current the snapshot is. */
  public WatchHealth health() {
    Map<GroupResource, InformerHealth> health = new LinkedHashMap<>();
    informers.forEach((resource, informer) -> health.put(resource, informer.health().health()));
    return new WatchHealth(health, drifts.get());
  }

  /** Waits until everything has been listed once, and returns whether that came about in time. */
  public boolean awaitSynced(Duration timeout) throws InterruptedException {
    long until = System.currentTimeMillis() + timeout.toMillis();
    boolean synced = true;
    for (Informer informer : informers.values()) {
      synced &= informer.health().awaitSynced(until);
    }
    return synced;
  }

  /**
   * Compares the snapshot with what the server has and with its own indexes rebuilt, and repairs
   * what is wrong. Done from time to time without being asked.
   *
   * @return the objects that were wrong
   * @throws UnreachableException if the server can't be asked
   */
  public List<Drift> check() throws InterruptedException {
    try {
      List<Drift> found = selfCheck.run();
      found.forEach(d -> LOG.log(System.Logger.Level.WARNING, "repaired: {0}", d));
      if (!store.rebuildIfInconsistent()) {
        LOG.log(System.Logger.Level.WARNING, "repaired: the index of pods by node was wrong");
        drifts.incrementAndGet();
      }
      drifts.addAndGet(found.size());
      return found;
    } catch (StatusException e) {
      throw new UnreachableException(
          "the server answered the self-check with " + e.code() + ": " + e.getMessage());
    }
  }

  /** Returns how the checks fare that nobody asks for. */
  public TaskStatus selfCheckStatus() {
    return selfChecks.status();
  }

  @Override
  public void close() {
    selfChecks.close();
    informers.values().forEach(Informer::close);
    connection.close();
  }
}
