package dev.plimsoll.extender;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.plimsoll.extender.config.ExtenderSettings;
import dev.plimsoll.extender.config.ServiceConfiguration;
import dev.plimsoll.extender.journal.DecisionJournal;
import dev.plimsoll.extender.journal.JournalWriter;
import dev.plimsoll.extender.metrics.HeldTime;
import dev.plimsoll.extender.metrics.JournalMetrics;
import dev.plimsoll.extender.metrics.WriteMetrics;
import dev.plimsoll.extender.requeue.ObjectWriter;
import dev.plimsoll.extender.requeue.RequeueController;
import dev.plimsoll.extender.scheduler.Extender;
import dev.plimsoll.extender.scheduler.KubePodBinder;
import dev.plimsoll.extender.scheduler.Resync;
import dev.plimsoll.kube.live.Connection;
import dev.plimsoll.kube.live.Prerequisites;
import dev.plimsoll.kube.periodic.PeriodicTask;
import dev.plimsoll.kube.periodic.Ticker;
import dev.plimsoll.kube.watch.ChangeListener;
import dev.plimsoll.kube.watch.ClusterInformers;
import dev.plimsoll.kube.watch.InformerOptions;
import dev.plimsoll.kube.watch.ObjectChange;
import dev.plimsoll.kube.watch.WatchedKind;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.Node;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.server.Closers;
import dev.plimsoll.server.Server;
import dev.plimsoll.server.ServerDependencies;
import dev.plimsoll.server.access.AccessGuard;
import dev.plimsoll.server.config.ConsoleSettings;
import dev.plimsoll.server.health.ReadinessChecks;
import dev.plimsoll.server.health.WatchReadiness;
import dev.plimsoll.server.http.HttpService;
import dev.plimsoll.server.report.Views;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Function;
import java.util.stream.Stream;

/** The service on a live cluster: the informers, the extender, and the server, wired together. */
public final class LiveExtender implements AutoCloseable {
  private static final Duration FIRST_SYNC = Duration.ofMinutes(2);

  private final Closers closers;
  private final Server scheduler;
  private final Optional<Server> console;

  private LiveExtender(Closers closers, Server scheduler, Optional<Server> console) {
    this.closers = closers;
    this.scheduler = scheduler;
    this.console = console;
  }

  /**
   * Starts with a console that has reports, but no page.
   *
   * @throws dev.plimsoll.kube.InputException if the configuration can't be followed
   */
  public static LiveExtender start(ServiceConfiguration configuration, String version)
      throws InterruptedException {
    return start(configuration, version, Views.Factory.NONE);
  }

  /**
   * Starts to watch the cluster and, once it has been read, to answer.
   *
   * @param views what the console shows
   * @throws dev.plimsoll.kube.InputException if the configuration can't be followed: the port is in
   *     use, say
   */
  public static LiveExtender start(
      ServiceConfiguration configuration, String version, Views.Factory views)
      throws InterruptedException {
    HttpService.check(configuration.scheduler());
    if (configuration.console().enabled()) {
      HttpService.check(configuration.console().http());
    }
    configuration.server().management().ifPresent(HttpService::check);
    configuration.server().metrics().ifPresent(HttpService::check);
    Closers closers = new Closers();
    try {
      return start(configuration, version, views, closers);
    } catch (InterruptedException | RuntimeException e) {
      closers.close();
      throw e;
    }
  }

  /** Starts one part after the other. */
  private static LiveExtender start(
      ServiceConfiguration configuration, String version, Views.Factory views, Closers closers)
      throws InterruptedException {
    Connection connection = Connection.open(configuration.server().access());
    closers.push(connection::close);
    configuration
        .server()
        .leaderElection()
        .require(new Prerequisites(connection))
        .mayList(Node.RESOURCE)
        .mayList(Pod.RESOURCE)
        .await(Prerequisites.LONGEST_WAIT);
    ExtenderSettings settings = configuration.settings();
    List<WatchedKind> decisive =
        settings.policies().isEmpty() ? WatchedKind.WITH_POLICIES : WatchedKind.ALL;
    ClusterInformers informers =
        ClusterInformers.start(
            configuration.server().access(),
            Stream.of(decisive, WatchedKind.SHARES, WatchedKind.POD_GROUPS, WatchedKind.WORKLOADS)
                .flatMap(List::stream)
                .toList(),
            InformerOptions.DEFAULT);
    closers.push(informers::close);
    Clock clock = Clock.systemUTC();
    ReadinessChecks readiness = new ReadinessChecks();
    // Decisions need no workloads, so that it doesn't matter if these can't be read.
    readiness.add(
        () ->
            WatchReadiness.problem(
                informers.health().of(decisive), configuration.server().staleAfter()));
    ServerDependencies dependencies = new ServerDependencies(readiness, version);
    dependencies.addInformers(informers);
    Server.startManagement(configuration.server().management(), dependencies)
        .ifPresent(management -> closers.push(management::close));
    AccessGuard guard = AccessGuard.ofCluster(configuration.console().http().open(), connection);
    configuration
        .server()
        .metrics()
        .map(http -> Server.startMetrics(http, dependencies, guard))
        .ifPresent(metrics -> closers.push(metrics::close));
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
    DecisionJournal journal =
        new DecisionJournal(
            configuration.journal(),
            clock,
            () -> informers.health().of(decisive).timeSinceLastReceived());
    JournalWriter journalWriter = JournalWriter.start(journal, configuration.journal(), version);
    closers.push(journalWriter::close);
    dependencies.addDuty(journalWriter::status);
    JournalMetrics.register(journalWriter, dependencies.registry());
    ExtenderServer roles = new ExtenderServer(extender, dependencies, guard, journal, views);
    Optional<Server> console =
        Optional.of(configuration.console())
            .filter(ConsoleSettings::enabled)
            .map(c -> roles.startConsole(c.http()));
    console.ifPresent(listening -> closers.push(listening::close));
    Leadership leadership =
        new Leadership(configuration.server().leaderElection(), extender.decisions());
    closers.push(leadership::close);
    readiness.add(leadership::problem);
    RequeueController requeue =
        RequeueController.start(
            extender.decisions(),
            new WriteMetrics(writer(connection), dependencies.registry()),
            configuration.requeue(),
            clock,
            leadership::isLeader,
            instance());
    closers.push(requeue::close);
    HeldTime heldTime = HeldTime.of(extender.decisions());
    dependencies.registry().registerAll(heldTime);
    PeriodicTask looking = heldTime.start();
    closers.push(looking::close);
    dependencies.addDuty(looking::status);
    requeue.statuses().forEach(dependencies::addDuty);
    Server scheduler = roles.startScheduler(configuration.scheduler());
    closers.push(scheduler::close);
    leadership.stand(connection, instance(), dependencies);
    readiness.started();
    return new LiveExtender(closers, scheduler, console);
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

  /** Passes changes on; a change that comes while the extender is being made waits. */
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

  /** Returns the port that kube-scheduler asks. */
  public int port() {
    return scheduler.port();
  }

  /** Returns the port that people and scrapers ask; empty where the role isn't played. */
  public OptionalInt consolePort() {
    return console.map(Server::port).map(OptionalInt::of).orElseGet(OptionalInt::empty);
  }

  @Override
  public void close() {
    closers.close();
  }
}
