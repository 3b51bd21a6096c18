package dev.plimsoll.kube.watch;

import dev.plimsoll.kube.live.ClusterAccess;
import dev.plimsoll.kube.live.Connection;
import dev.plimsoll.kube.live.StatusException;
import dev.plimsoll.kube.live.UnreachableException;
import dev.plimsoll.model.cluster.Cluster;
import dev.plimsoll.model.object.GroupResource;
import dev.plimsoll.model.tenancy.CapacityPolicy;
import java.time.Clock;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Keeps a picture of a cluster current: its nodes, pods, namespaces, quotas, limit ranges and
 * priority classes, and where wanted its capacity policies. Lost connections, forgotten versions
 * and a server that is away for a while heal by themselves; {@link #health} says how current the
 * picture is.
 */
public final class ClusterFeed implements AutoCloseable {
  private static final System.Logger LOG = System.getLogger(ClusterFeed.class.getName());

  private final Connection connection;
  private final LiveState state;
  private final LivePolicies policies = new LivePolicies();
  private final Map<GroupResource, Feed> feeds = new LinkedHashMap<>();
  private final SelfCheck selfCheck;
  private final AtomicLong drifts = new AtomicLong();
  private final ScheduledExecutorService checks;

  private ClusterFeed(
      Connection connection, List<Watched> kinds, FeedOptions options, Clock clock) {
    this.connection = connection;
    this.state = new LiveState(kinds, clock);
    Cluster unused = state.listen(policies);
    this.selfCheck = new SelfCheck(connection, kinds, state, policies, options.grace());
    for (Watched kind : kinds) {
      feeds.put(
          kind.resource().resource(), new Feed(connection, kind, state, policies, options, clock));
    }
    this.checks =
        Executors.newSingleThreadScheduledExecutor(
            task -> {
              Thread thread = new Thread(task, "plimsoll-self-check");
              thread.setDaemon(true);
              return thread;
            });
  }

  /**
   * Starts to read; the picture is empty until {@link #awaitSynced} says that it is whole.
   *
   * @param kinds {@link Watched#ALL} or {@link Watched#WITH_POLICIES}
   * @throws dev.plimsoll.kube.InputException if there is no kubeconfig that can be used
   */
  public static ClusterFeed start(ClusterAccess access, List<Watched> kinds, FeedOptions options) {
    ClusterFeed feed = new ClusterFeed(Connection.open(access), kinds, options, Clock.systemUTC());
    feed.feeds.values().forEach(Feed::start);
    long every = options.selfCheck().toMillis();
    ScheduledFuture<?> unused =
        feed.checks.scheduleWithFixedDelay(feed::checkQuietly, every, every, TimeUnit.MILLISECONDS);
    return feed;
  }

  /** Returns the picture as of its last change. */
  public Cluster cluster() {
    return state.cluster();
  }

  /** Returns where the picture is kept, to be told of its changes. */
  public LiveState state() {
    return state;
  }

  /** Returns the capacity policies by name; of one that can't be read, what it said before. */
  public List<CapacityPolicy> policies() {
    return policies.all();
  }

  /** Returns how current the picture is. */
  public Health health() {
    Map<GroupResource, FeedHealth> health = new LinkedHashMap<>();
    feeds.forEach((resource, feed) -> health.put(resource, feed.health().health()));
    return new Health(health, drifts.get());
  }

  /** Waits until everything has been listed once, and returns whether that came about in time. */
  public boolean awaitSynced(Duration patience) throws InterruptedException {
    long until = System.currentTimeMillis() + patience.toMillis();
    boolean synced = true;
    for (Feed feed : feeds.values()) {
      synced &= feed.health().awaitSynced(until);
    }
    return synced;
  }

  /**
   * Compares the picture with what the server has and with a recount of its own figures, and
   * repairs what is wrong. Done from time to time without being asked.
   *
   * @return the objects that were wrong
   * @throws UnreachableException if the server can't be asked
   */
  public List<Drift> check() throws InterruptedException {
    try {
      List<Drift> found = selfCheck.run();
      found.forEach(d -> LOG.log(System.Logger.Level.WARNING, "Repaired: {0}", d));
      if (!state.rebuildUnlessRight()) {
        LOG.log(System.Logger.Level.WARNING, "Repaired: pods by node were counted wrongly");
        drifts.incrementAndGet();
      }
      drifts.addAndGet(found.size());
      return found;
    } catch (StatusException e) {
      throw new UnreachableException(
          "The self-check was answered with " + e.code() + ": " + e.getMessage() + ".");
    }
  }

  private void checkQuietly() {
    try {
      check();
    } catch (UnreachableException e) {
      LOG.log(System.Logger.Level.INFO, "No self-check this time: {0}", e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    checks.shutdownNow();
    feeds.values().forEach(Feed::close);
    connection.close();
  }
}
