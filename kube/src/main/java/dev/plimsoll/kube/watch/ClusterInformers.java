package dev.plimsoll.kube.watch;

import dev.plimsoll.kube.live.ClusterAccess;
import dev.plimsoll.kube.live.Connection;
import dev.plimsoll.kube.live.Discovery;
import dev.plimsoll.kube.live.RelatedKinds;
import dev.plimsoll.kube.live.ServerVersion;
import dev.plimsoll.kube.live.StatusException;
import dev.plimsoll.kube.live.UnreachableException;
import dev.plimsoll.kube.periodic.PeriodicTask;
import dev.plimsoll.kube.periodic.RunInterval;
import dev.plimsoll.kube.periodic.TaskStatus;
import dev.plimsoll.kube.periodic.Ticker;
import dev.plimsoll.kube.resource.ApiResource;
import dev.plimsoll.kube.resource.Omissions;
import dev.plimsoll.kube.resource.SnapshotResource;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.GroupResource;
import dev.plimsoll.kubernetes.object.GroupVersionKind;
import dev.plimsoll.model.tenancy.CapacityPolicy;
import dev.plimsoll.model.tenancy.SuspendedDemand;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;

/**
 * Keeps a snapshot of a cluster current: nodes, pods, namespaces, quotas, limit ranges and priority
 * classes. Options add capacity policies or all kinds of a snapshot. It recovers by itself from
 * lost connections, expired versions and an unavailable server; {@link #health} says how current
 * the snapshot is.
 */
public final class ClusterInformers implements AutoCloseable {
  private static final System.Logger LOG = System.getLogger(ClusterInformers.class.getName());

  private final Connection connection;
  private final ClusterStore store;
  private final Clock clock;
  private final PolicyStore policies = new PolicyStore();
  private final Map<WatchedKind, Informer> informers = new ConcurrentHashMap<>();
  private final List<WatchedKind> kinds;
  private final InformerOptions options;
  private final RelatedKinds relatedKinds = new RelatedKinds();
  private final Set<GroupVersionKind> knownOwners = ConcurrentHashMap.newKeySet();
  private Unserved unserved = new Unserved(Set.of(), 0);
  private final SelfCheck selfCheck;
  private final AtomicLong drifts = new AtomicLong();
  private final PeriodicTask selfChecks;

  /** How often something was doubtful or wrong so far. */
  private final AtomicLong doubts = new AtomicLong();

  /** How many of these came before the last self-check that found nothing wrong. */
  private final AtomicLong settledDoubts = new AtomicLong();

  private ClusterInformers(
      Connection connection, List<WatchedKind> kinds, InformerOptions options, Clock clock) {
    this.connection = connection;
    this.kinds = new CopyOnWriteArrayList<>(kinds);
    this.options = options;
    this.clock = clock;
    this.store = new ClusterStore(this.kinds, clock);
    Cluster unused = store.addListener(policies);
    this.selfCheck = new SelfCheck(connection, this.kinds, store, policies, options.gracePeriod());
    connection.tellOutages();
    this.selfChecks =
        PeriodicTask.start(
            "self-check", RunInterval.every(options.selfCheckInterval()), this::checkUnasked);
    kinds.forEach(this::start);
  }

  /** Checks; while the snapshot is to be repaired, another check follows soon. */
  private void checkUnasked() throws InterruptedException {
    try {
      if (!check().isEmpty()) {
        selfChecks.runSoon();
      }
    } catch (UnreachableException e) {
      if (selfCheck.isDoubting() || repair().isPresent()) {
        Thread.sleep(options.maxBackoff().toMillis());
        selfChecks.runSoon();
      }
      throw e;
    }
  }

  /** Starts a self-check soon, because one doubtful list means that others may be wrong. */
  private void checkSoon() {
    doubts.incrementAndGet();
    selfChecks.runSoon();
  }

  /**
   * Starts to read; the snapshot is empty until {@link #awaitSynced} says that it is whole.
   *
   * @param kinds {@link WatchedKind#ALL} or {@link WatchedKind#WITH_POLICIES}, and what else is
   *     wanted
   * @throws dev.plimsoll.kube.InputException if there is no kubeconfig that can be used
   */
  public static ClusterInformers start(
      ClusterAccess access, List<WatchedKind> kinds, InformerOptions options) {
    return new ClusterInformers(Connection.open(access), kinds, options, Clock.systemUTC());
  }

  /**
   * Starts to read all that a snapshot consists of; {@link #watchOwners} adds the custom resources
   * that own pods.
   *
   * @throws dev.plimsoll.kube.InputException if there is no kubeconfig that can be used
   * @throws UnreachableException if the server doesn't answer
   */
  public static ClusterInformers startWhole(ClusterAccess access, InformerOptions options) {
    return startWhole(access, List.of(), options);
  }

  /**
   * Starts to read all that a snapshot consists of, and more.
   *
   * @throws dev.plimsoll.kube.InputException if there is no kubeconfig that can be used
   * @throws UnreachableException if the server doesn't answer
   */
  public static ClusterInformers startWhole(
      ClusterAccess access, List<WatchedKind> more, InformerOptions options) {
    Connection connection = Connection.open(access);
    Discovery discovery = new Discovery(connection);
    List<WatchedKind> kinds = new ArrayList<>(WatchedKind.ofSnapshot(discovery));
    more.forEach(kind -> kinds.add(kind.servedBy(discovery)));
    ClusterInformers informers =
        new ClusterInformers(connection, kinds, options, Clock.systemUTC());
    ServerVersion.ask(connection).ifPresent(informers.store::controlPlane);
    return informers;
  }

  /**
   * Starts to read the resources from which the usage of quotas is counted. {@link #watchCounted}
   * adds further resources that quotas count.
   *
   * @throws dev.plimsoll.kube.InputException if there is no kubeconfig that can be used
   * @throws UnreachableException if the server doesn't answer
   */
  public static ClusterInformers startForQuotas(ClusterAccess access, InformerOptions options) {
    Connection connection = Connection.open(access);
    ClusterInformers informers =
        new ClusterInformers(
            connection,
            WatchedKind.ofQuotas(new Discovery(connection)),
            options,
            Clock.systemUTC());
    ServerVersion.ask(connection).ifPresent(informers.store::controlPlane);
    return informers;
  }

  private void start(WatchedKind kind) {
    Informer informer =
        new Informer(
            connection,
            kind,
            store,
            policies,
            relatedKinds,
            options,
            Ticker.SYSTEM,
            this::checkSoon);
    informers.put(kind, informer);
    informer.start();
  }

  /**
   * Adds kinds of suspended work that {@link #watchOwners} watches, in addition to the kinds in the
   * cluster's policies.
   */
  public void addSuspended(Set<SuspendedDemand> demand) {
    relatedKinds.suspended(demand);
  }

  /**
   * Starts to watch newly found kinds of pods' owners and of suspended work that policies count.
   * Until they have been listed, {@link #health} isn't synced. For one thread at a time.
   *
   * @throws UnreachableException if the server doesn't answer
   */
  public void watchOwners() {
    Set<GroupVersionKind> owners = new LinkedHashSet<>(relatedKinds.owners());
    owners.removeAll(knownOwners);
    kinds.forEach(k -> owners.remove(k.resource().type()));
    if (owners.isEmpty()) {
      return;
    }
    Discovery discovery = new Discovery(connection);
    for (GroupVersionKind owner : owners) {
      discovery.find(owner).ifPresent(resource -> watchOwner(owner, resource));
    }
  }

  private void watchOwner(GroupVersionKind owner, ApiResource resource) {
    knownOwners.add(owner);
    if (kinds.stream().noneMatch(k -> k.resource().resource().equals(resource.resource()))) {
      WatchedKind kind = WatchedKind.owner(resource);
      kinds.add(kind);
      start(kind);
    }
  }

  /**
   * Starts to watch the resources that some quota counts and that aren't watched yet. Until they
   * have been listed, {@link #health} isn't synced. A resource that isn't served is looked up again
   * after the longest back-off. For one thread at a time.
   *
   * @throws UnreachableException if the server doesn't answer
   */
  public void watchCounted() {
    List<GroupResource> counted = new ArrayList<>(relatedKinds.counted());
    kinds.forEach(k -> counted.remove(k.resource().resource()));
    long now = Ticker.SYSTEM.read();
    if (unserved.resources().containsAll(counted)
        && now - unserved.askedAt() < options.maxBackoff().toNanos()) {
      return;
    }
    Discovery discovery = new Discovery(connection);
    Set<GroupResource> missing = new LinkedHashSet<>();
    for (GroupResource resource : counted) {
      Optional<WatchedKind> kind = discovery.find(resource).map(WatchedKind::counted);
      kind.ifPresent(kinds::add);
      kind.ifPresentOrElse(this::start, () -> missing.add(resource));
    }
    unserved = new Unserved(missing, now);
  }

  /** Counted resources that the server doesn't serve, and when it was asked. */
  private record Unserved(Set<GroupResource> resources, long askedAt) {}

  /**
   * Returns a snapshot of this store as of the last moment at which all kinds were current. Of each
   * kind, a healthy server sends something at least once in {@link InformerOptions#longestSilence}.
   */
  public Cluster confirmed(Cluster snapshot) {
    return health()
        .timeSinceLastReceived()
        .map(silence -> clock.instant().minus(silence))
        .filter(current -> current.isAfter(snapshot.asOf()))
        .map(snapshot::at)
        .orElse(snapshot);
  }

  /** Returns the snapshot as of its last change, which says what it leaves out. */
  public Cluster cluster() {
    List<SnapshotResource> forbidden =
        informers.entrySet().stream()
            .filter(e -> e.getValue().health().health().state() == InformerHealth.State.LEFT_OUT)
            .filter(e -> e.getValue().unknown().isEmpty())
            .map(e -> e.getKey().list())
            .toList();
    Cluster cluster = store.cluster();
    List<String> omissions =
        Stream.concat(
                Omissions.ofForbidden(forbidden, cluster::coverage).stream(),
                informers.values().stream().flatMap(i -> i.unknown().stream()).sorted())
            .toList();
    return omissions.isEmpty() ? cluster : cluster.withOmissions(omissions);
  }

  /** Returns the snapshot as of its last change, with the versions that it is of. */
  public ObservedCluster observed() {
    return store.observed();
  }

  /** Returns where the snapshot is kept, to be told of its changes. */
  public ClusterStore store() {
    return store;
  }

  /** Returns the capacity policies by name; an unreadable policy keeps its last valid version. */
  public List<CapacityPolicy> policies() {
    return policies.all();
  }

  /** Returns whether no capacity policy is left out because it can't be read. */
  public boolean areAllPoliciesKnown() {
    return policies.areAllKnown();
  }

  /** Returns why the snapshot will never be current again, as a sentence, if that is so. */
  public Optional<String> problem() {
    return informers.entrySet().stream()
        .filter(e -> e.getValue().hasDied())
        .map(e -> "informer of " + e.getKey().resource().resource() + ": its thread has ended")
        .min(Comparator.naturalOrder());
  }

  /** Returns how current the snapshot is. */
  public WatchHealth health() {
    Map<GroupResource, InformerHealth> health = new HashMap<>();
    informers.forEach(
        (kind, informer) -> {
          InformerHealth its = informer.health().health();
          health.put(
              kind.resource().resource(), selfCheck.doubt(kind).map(its::doubted).orElse(its));
        });
    return new WatchHealth(health, drifts.get());
  }

  /**
   * Returns a sentence if kinds of the snapshot may not fit together. That is so from a doubtful
   * list, or a difference in objects, until a self-check finds nothing wrong.
   */
  public Optional<String> repair() {
    return doubts.get() == settledDoubts.get()
        ? Optional.empty()
        : Optional.of("the snapshot is being repaired, until a self-check finds nothing wrong");
  }

  /**
   * Returns how current that is of it from which it follows which quotas there are, and their use.
   */
  public WatchHealth quotaHealth() {
    return health().of(kinds.stream().filter(WatchedKind::isForQuotas).toList());
  }

  /** Waits until everything has been listed once, and returns whether that came about in time. */
  public boolean awaitSynced(Duration timeout) throws InterruptedException {
    long until = Ticker.SYSTEM.read() + timeout.toNanos();
    boolean synced = true;
    for (Informer informer : List.copyOf(informers.values())) {
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
      ServerVersion.ask(connection).ifPresent(store::controlPlane);
      long before = doubts.get();
      List<Drift> found = selfCheck.run();
      if (found.isEmpty()) {
        settledDoubts.set(before);
      } else {
        doubts.incrementAndGet();
      }
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
    connection.leaveOutages();
    selfChecks.close();
    informers.values().forEach(Informer::close);
    connection.close();
  }
}
