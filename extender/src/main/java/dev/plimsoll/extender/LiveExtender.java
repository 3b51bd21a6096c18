package dev.plimsoll.extender;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.plimsoll.extender.config.ExtenderSettings;
import dev.plimsoll.extender.config.ServiceConfiguration;
import dev.plimsoll.extender.requeue.ObjectWriter;
import dev.plimsoll.extender.requeue.RequeueController;
import dev.plimsoll.extender.scheduler.Extender;
import dev.plimsoll.extender.scheduler.KubePodBinder;
import dev.plimsoll.extender.scheduler.Resync;
import dev.plimsoll.kube.live.Connection;
import dev.plimsoll.kube.periodic.PeriodicTask;
import dev.plimsoll.kube.periodic.Ticker;
import dev.plimsoll.kube.watch.ChangeListener;
import dev.plimsoll.kube.watch.ClusterInformers;
import dev.plimsoll.kube.watch.InformerOptions;
import dev.plimsoll.kube.watch.ObjectChange;
import dev.plimsoll.kube.watch.WatchedKind;
import dev.plimsoll.model.cluster.Cluster;
import dev.plimsoll.server.Server;
import dev.plimsoll.server.ServerDependencies;
import dev.plimsoll.server.access.TokenReviewAuthenticator;
import dev.plimsoll.server.election.LeaderElection;
import dev.plimsoll.server.http.HttpService;
import dev.plimsoll.server.metrics.InformerMetrics;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.BooleanSupplier;
import java.util.function.Function;

/** The service on a live cluster: the informers, the extender, and the server, wired together. */
public final class LiveExtender implements AutoCloseable {
  private static final String REVIEWS = "/apis/authentication.k8s.io/v1/tokenreviews";
  private static final Duration FIRST_SYNC = Duration.ofMinutes(2);

  @GuardedBy("this")
  private final Deque<Runnable> closers;

  private final int port;

  private LiveExtender(Deque<Runnable> closers, int port) {
    this.closers = closers;
    this.port = port;
  }

  /**
   * Starts to watch the cluster and, once it has been read, to answer.
   *
   * @throws dev.plimsoll.kube.InputException if the configuration can't be followed: the port is in
   *     use, say
   */
  public static LiveExtender start(ServiceConfiguration configuration, String version)
      throws InterruptedException {
    HttpService.check(configuration.server().http());
    configuration.server().management().http().ifPresent(HttpService::check);
    Deque<Runnable> closers = new ArrayDeque<>();
    try {
      return new LiveExtender(closers, start(configuration, version, closers).port());
    } catch (InterruptedException | RuntimeException e) {
      closers.forEach(Runnable::run);
      throw e;
    }
  }

  /** Starts one part after the other; what is to be closed first is the first of the closers. */
  private static Server start(
      ServiceConfiguration configuration, String version, Deque<Runnable> closers)
      throws InterruptedException {
    Connection connection = Connection.open(configuration.server().access());
    closers.push(connection::close);
    ExtenderSettings settings = configuration.settings();
    ClusterInformers informers =
        ClusterInformers.start(
            configuration.server().access(),
            settings.policies().isEmpty() ? WatchedKind.WITH_POLICIES : WatchedKind.ALL,
            InformerOptions.DEFAULT);
    closers.push(informers::close);
    Clock clock = Clock.systemUTC();
    ServerDependencies dependencies =
        new ServerDependencies(
            () -> problem(informers, configuration.server().staleAfter()),
            configuration.server().apiTokens() ? reviews(connection)::guard : r -> r,
            version);
    dependencies.registry().register(new InformerMetrics(informers::health));
    dependencies.addDuty(informers::selfCheckStatus);
    dependencies.liveness().add(informers::problem);
    Server.startManagement(configuration.server().management(), dependencies)
        .ifPresent(management -> closers.push(management::close));
    boolean unused = informers.awaitSynced(FIRST_SYNC);
    Extender extender =
        new ChangeForwarder()
            .connect(
                informers,
                cluster ->
                    new Extender(
                        cluster,
                        settings,
                        settings.policies().isEmpty() ? informers::policies : settings::policies,
                        new KubePodBinder(connection::post),
                        Ticker.SYSTEM));
    PeriodicTask resync =
        Resync.start(extender.decisions(), InformerOptions.DEFAULT.selfCheckInterval());
    closers.push(resync::close);
    dependencies.addDuty(resync::status);
    RequeueController requeue =
        RequeueController.start(
            extender.decisions(),
            writer(connection),
            configuration.requeue(),
            clock,
            leadership(configuration, connection, dependencies, closers),
            instance());
    closers.push(requeue::close);
    requeue.statuses().forEach(dependencies::addDuty);
    Server server = ExtenderServer.start(extender, configuration.server().http(), dependencies);
    closers.push(server::close);
    return server;
  }

  private static BooleanSupplier leadership(
      ServiceConfiguration configuration,
      Connection connection,
      ServerDependencies dependencies,
      Deque<Runnable> closers) {
    if (!configuration.server().leaderElection().leaderElect()) {
      return () -> true;
    }
    LeaderElection election =
        LeaderElection.start(
            configuration.server().leaderElection(),
            connection,
            instance() + "_" + UUID.randomUUID());
    closers.push(election::close);
    dependencies.addDuty(election::status);
    return election::isLeader;
  }

  private static TokenReviewAuthenticator reviews(Connection connection) {
    return new TokenReviewAuthenticator(
        review -> connection.write("POST", REVIEWS, Map.of(), Connection.JSON, review),
        Ticker.SYSTEM);
  }

  private static ObjectWriter writer(Connection connection) {
    return (method, path, object) ->
        connection.write(
            method,
            path,
            Map.of(),
            method.equals("PATCH") ? Connection.MERGE_PATCH : Connection.JSON,
            object);
  }

  /** Returns the name of the pod that this is, which is its host's. */
  private static String instance() {
    return System.getenv().getOrDefault("HOSTNAME", "plimsoll");
  }

  /** Passes changes on; those that come while the extender is being made wait until it is. */
  private static final class ChangeForwarder implements ChangeListener {
    @GuardedBy("this")
    private Optional<Extender> extender = Optional.empty();

    synchronized Extender connect(
        ClusterInformers informers, Function<Cluster, Extender> constructor) {
      Extender made = constructor.apply(informers.store().addListener(this));
      extender = Optional.of(made);
      return made;
    }

    @Override
    public synchronized void changed(List<ObjectChange> objectChanges, Cluster now) {
      extender.orElseThrow().decisions().changed(objectChanges, now);
    }
  }

  private static Optional<String> problem(ClusterInformers informers, Duration staleAfter) {
    if (!informers.health().synced()) {
      return Optional.of("the cluster has not been read completely yet");
    }
    return informers
        .health()
        .timeSinceLastReceived()
        .filter(silence -> silence.compareTo(staleAfter) > 0)
        .map(s -> "no data from the API server for over " + staleAfter.toSeconds() + " seconds");
  }

  /** Returns the port that is listened on. */
  public int port() {
    return port;
  }

  @Override
  public synchronized void close() {
    while (!closers.isEmpty()) {
      closers.pop().run();
    }
  }
}
