package dev.plimsoll.extender;

import dev.plimsoll.extender.access.TokenReviews;
import dev.plimsoll.extender.config.ServiceConfiguration;
import dev.plimsoll.extender.config.Settings;
import dev.plimsoll.extender.http.HttpService;
import dev.plimsoll.extender.waking.Waking;
import dev.plimsoll.kube.live.Connection;
import dev.plimsoll.kube.watch.Change;
import dev.plimsoll.kube.watch.ChangeListener;
import dev.plimsoll.kube.watch.ClusterFeed;
import dev.plimsoll.kube.watch.FeedOptions;
import dev.plimsoll.kube.watch.Watched;
import dev.plimsoll.model.cluster.Cluster;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The service on a live cluster: the feed, the extender, and the server, wired together. */
public final class LiveExtender implements AutoCloseable {
  private static final String REVIEWS = "/apis/authentication.k8s.io/v1/tokenreviews";
  private static final Duration FIRST_PICTURE = Duration.ofMinutes(2);

  private final Connection connection;
  private final ClusterFeed feed;
  private final ExtenderServer server;
  private final Upkeep upkeep;
  private final Waking waking;

  private LiveExtender(
      Connection connection,
      ClusterFeed feed,
      ExtenderServer server,
      Upkeep upkeep,
      Waking waking) {
    this.connection = connection;
    this.feed = feed;
    this.server = server;
    this.upkeep = upkeep;
    this.waking = waking;
  }

  /**
   * Starts to watch the cluster and, once the picture is whole, to answer.
   *
   * @throws dev.plimsoll.kube.InputException if the configuration can't be followed: the port is in
   *     use, say
   */
  public static LiveExtender start(ServiceConfiguration configuration, String version)
      throws InterruptedException {
    HttpService.check(configuration.http());
    Connection connection = Connection.open(configuration.access());
    ClusterFeed feed =
        ClusterFeed.start(
            configuration.access(),
            configuration.settings().policies().isEmpty() ? Watched.WITH_POLICIES : Watched.ALL,
            FeedOptions.DEFAULT);
    try {
      boolean unused = feed.awaitSynced(FIRST_PICTURE);
      return start(configuration, version, connection, feed);
    } catch (InterruptedException | RuntimeException e) {
      feed.close();
      connection.close();
      throw e;
    }
  }

  private static LiveExtender start(
      ServiceConfiguration configuration, String version, Connection connection, ClusterFeed feed) {
    Clock clock = Clock.systemUTC();
    Settings settings = configuration.settings();
    Feeding feeding = new Feeding();
    synchronized (feeding) {
      Extender extender =
          new Extender(
              feed.state().listen(feeding),
              settings,
              settings.policies().isEmpty() ? feed::policies : settings::policies,
              new KubePodBinder(connection),
              clock);
      feeding.extender = Optional.of(extender);
      Surroundings surroundings =
          new Surroundings(
              () -> problem(feed, configuration.staleAfter(), clock),
              feed::health,
              configuration.apiTokens() ? reviews(connection, clock)::guard : r -> r,
              version);
      return new LiveExtender(
          connection,
          feed,
          ExtenderServer.start(extender, configuration.http(), surroundings),
          Upkeep.start(extender.decisions(), FeedOptions.DEFAULT.selfCheck()),
          Waking.start(
              extender.decisions(),
              (method, path, object) ->
                  connection.write(method, path, Map.of(), type(method), object),
              configuration.waking(),
              clock,
              instance()));
    }
  }

  private static TokenReviews reviews(Connection connection, Clock clock) {
    return new TokenReviews(
        review -> connection.write("POST", REVIEWS, Map.of(), Connection.JSON, review), clock);
  }

  private static String type(String method) {
    return method.equals("PATCH") ? "application/merge-patch+json" : Connection.JSON;
  }

  /** Returns the name of the pod that this is, which is its host's. */
  private static String instance() {
    return System.getenv().getOrDefault("HOSTNAME", "plimsoll");
  }

  /** Passes changes on; those that come while the extender is being made wait until it is. */
  private static final class Feeding implements ChangeListener {
    private Optional<Extender> extender = Optional.empty();

    @Override
    public synchronized void changed(List<Change> changes, Cluster now) {
      extender.orElseThrow().decisions().changed(changes, now);
    }
  }

  private static Optional<String> problem(ClusterFeed feed, Duration staleAfter, Clock clock) {
    if (!feed.health().synced()) {
      return Optional.of("The cluster has not been read completely yet.");
    }
    return feed.health()
        .silence(clock.instant())
        .filter(silence -> silence.compareTo(staleAfter) > 0)
        .map(silence -> "The API server has been silent for " + silence.toSeconds() + " seconds.");
  }

  /** Returns the port that is listened on. */
  public int port() {
    return server.port();
  }

  @Override
  public void close() {
    server.close();
    upkeep.close();
    waking.close();
    feed.close();
    connection.close();
  }
}
