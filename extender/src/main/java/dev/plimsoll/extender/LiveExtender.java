package dev.plimsoll.extender;

import dev.plimsoll.extender.config.ExtenderSettings;
import dev.plimsoll.extender.config.ServiceConfiguration;
import dev.plimsoll.extender.requeue.RequeueController;
import dev.plimsoll.extender.scheduler.Extender;
import dev.plimsoll.extender.scheduler.KubePodBinder;
import dev.plimsoll.extender.scheduler.Resync;
import dev.plimsoll.kube.live.Connection;
import dev.plimsoll.kube.watch.ChangeListener;
import dev.plimsoll.kube.watch.ClusterInformers;
import dev.plimsoll.kube.watch.InformerOptions;
import dev.plimsoll.kube.watch.ObjectChange;
import dev.plimsoll.kube.watch.WatchedKind;
import dev.plimsoll.model.cluster.Cluster;
import dev.plimsoll.server.Server;
import dev.plimsoll.server.ServerDependencies;
import dev.plimsoll.server.access.TokenReviewAuthenticator;
import dev.plimsoll.server.http.HttpService;
import dev.plimsoll.server.metrics.InformerMetrics;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The service on a live cluster: the feed, the extender, and the server, wired together. */
public final class LiveExtender implements AutoCloseable {
  private static final String REVIEWS = "/apis/authentication.k8s.io/v1/tokenreviews";
  private static final Duration FIRST_SYNC = Duration.ofMinutes(2);

  private final Connection connection;
  private final ClusterInformers informers;
  private final Server server;
  private final Resync resync;
  private final RequeueController requeue;

  private LiveExtender(
      Connection connection,
      ClusterInformers feed,
      Server server,
      Resync resync,
      RequeueController requeueController) {
    this.connection = connection;
    this.informers = feed;
    this.server = server;
    this.resync = resync;
    this.requeue = requeueController;
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
    ClusterInformers feed =
        ClusterInformers.start(
            configuration.access(),
            configuration.settings().policies().isEmpty()
                ? WatchedKind.WITH_POLICIES
                : WatchedKind.ALL,
            InformerOptions.DEFAULT);
    try {
      boolean unused = feed.awaitSynced(FIRST_SYNC);
      return start(configuration, version, connection, feed);
    } catch (InterruptedException | RuntimeException e) {
      feed.close();
      connection.close();
      throw e;
    }
  }

  private static LiveExtender start(
      ServiceConfiguration configuration,
      String version,
      Connection connection,
      ClusterInformers feed) {
    Clock clock = Clock.systemUTC();
    ExtenderSettings extenderSettings = configuration.settings();
    ChangeForwarder changeForwarder = new ChangeForwarder();
    synchronized (changeForwarder) {
      Extender extender =
          new Extender(
              feed.store().addListener(changeForwarder),
              extenderSettings,
              extenderSettings.policies().isEmpty() ? feed::policies : extenderSettings::policies,
              new KubePodBinder(connection),
              clock);
      changeForwarder.extender = Optional.of(extender);
      PrometheusRegistry registry = new PrometheusRegistry();
      registry.register(new InformerMetrics(feed::health, clock));
      ServerDependencies serverDependencies =
          new ServerDependencies(
              () -> problem(feed, configuration.staleAfter(), clock),
              configuration.apiTokens() ? reviews(connection, clock)::guard : r -> r,
              registry,
              version);
      return new LiveExtender(
          connection,
          feed,
          ExtenderServer.start(extender, configuration.http(), serverDependencies),
          Resync.start(extender.decisions(), InformerOptions.DEFAULT.selfCheckInterval()),
          RequeueController.start(
              extender.decisions(),
              (method, path, object) ->
                  connection.write(method, path, Map.of(), type(method), object),
              configuration.requeue(),
              clock,
              instance()));
    }
  }

  private static TokenReviewAuthenticator reviews(Connection connection, Clock clock) {
    return new TokenReviewAuthenticator(
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
  private static final class ChangeForwarder implements ChangeListener {
    private Optional<Extender> extender = Optional.empty();

    @Override
    public synchronized void changed(List<ObjectChange> objectChanges, Cluster now) {
      extender.orElseThrow().decisions().changed(objectChanges, now);
    }
  }

  private static Optional<String> problem(ClusterInformers feed, Duration staleAfter, Clock clock) {
    if (!feed.health().synced()) {
      return Optional.of("the cluster has not been read completely yet");
    }
    return feed.health()
        .timeSinceLastReceived(clock.instant())
        .filter(silence -> silence.compareTo(staleAfter) > 0)
        .map(silence -> "no data from the API server for " + silence.toSeconds() + " seconds");
  }

  /** Returns the port that is listened on. */
  public int port() {
    return server.port();
  }

  @Override
  public void close() {
    server.close();
    resync.close();
    requeue.close();
    informers.close();
    connection.close();
  }
}
