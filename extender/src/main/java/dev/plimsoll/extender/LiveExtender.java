package dev.plimsoll.extender;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.plimsoll.extender.config.ExtenderSettings;
import dev.plimsoll.extender.config.ServiceConfiguration;
import dev.plimsoll.extender.journal.DecisionJournal;
import dev.plimsoll.extender.journal.JournalWriter;
import dev.plimsoll.extender.metrics.DeviceTime;
import dev.plimsoll.extender.metrics.HeldTime;
import dev.plimsoll.extender.metrics.HoursWriter;
import dev.plimsoll.extender.metrics.JournalMetrics;
import dev.plimsoll.extender.metrics.WriteMetrics;
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
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.Node;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.server.Server;
import dev.plimsoll.server.ServerDependencies;
import dev.plimsoll.server.access.AccessGuard;
import dev.plimsoll.server.config.ConsoleSettings;
import dev.plimsoll.server.http.HttpSettings;
import dev.plimsoll.server.report.Views;
import dev.plimsoll.server.role.DeviceUsageTask;
import dev.plimsoll.server.role.Role;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** The service on a live cluster: the informers, the extender, and the server, wired together. */
public final class LiveExtender implements AutoCloseable {
  private final Role role;
  private final Server scheduler;
  private final Optional<Server> console;

  private LiveExtender(Role role, Server scheduler, Optional<Server> console) {
    this.role = role;
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
    List<HttpSettings> listeners =
        configuration.console().enabled()
            ? List.of(configuration.scheduler(), configuration.console().http())
            : List.of(configuration.scheduler());
    return Role.start(
        configuration.server(),
        configuration.server().access(),
        listeners,
        version,
        role -> start(role, configuration, version, views));
  }

  /** Starts one part after the other. */
  private static LiveExtender start(
      Role role, ServiceConfiguration configuration, String version, Views.Factory views)
      throws InterruptedException {
    role.require(needed -> needed.mayList(Node.RESOURCE).mayList(Pod.RESOURCE));
    ExtenderSettings settings = configuration.settings();
    List<WatchedKind> decisive =
        settings.policies().isEmpty() ? WatchedKind.WITH_POLICIES : WatchedKind.ALL;
    Connection connection = role.connection();
    ServerDependencies dependencies = role.dependencies();
    AccessGuard guard = AccessGuard.ofCluster(configuration.console().http().open(), connection);
    // Decisions need no workloads, so that it doesn't matter if these can't be read.
    ClusterInformers informers =
        role.watch(
            ClusterInformers.start(
                configuration.server().access(),
                Stream.of(
                        decisive, WatchedKind.SHARES, WatchedKind.POD_GROUPS, WatchedKind.WORKLOADS)
                    .flatMap(List::stream)
                    .toList(),
                InformerOptions.DEFAULT),
            watched -> watched.health().of(decisive),
            guard);
    ChangeForwarder forwarder = new ChangeForwarder();
    Extender extender =
        forwarder.connect(
            informers,
            cluster ->
                new Extender(
                    cluster,
                    settings,
                    settings.policies().isEmpty() ? informers::policies : settings::policies,
                    new KubePodBinder(connection::post),
                    Ticker.SYSTEM));
    PeriodicTask unusedResync =
        role.add(
            Resync.start(extender.decisions(), InformerOptions.DEFAULT.selfCheckInterval()),
            PeriodicTask::status);
    Clock clock = Clock.systemUTC();
    DecisionJournal journal =
        new DecisionJournal(
            configuration.journal(),
            clock,
            () -> informers.health().of(decisive).timeSinceLastReceived());
    JournalWriter journalWriter =
        role.add(
            JournalWriter.start(journal, configuration.journal(), version), JournalWriter::status);
    JournalMetrics.register(journalWriter, dependencies.registry());
    UnaryOperator<Cluster> measured =
        DeviceUsageTask.start(role, configuration.deviceUsage(), clock);
    ExtenderServer servers =
        new ExtenderServer(
            extender,
            dependencies,
            guard,
            journal,
            views,
            cluster -> measured.apply(informers.confirmed(cluster)));
    Optional<Server> console =
        Optional.of(configuration.console())
            .filter(ConsoleSettings::enabled)
            .map(c -> role.add(servers.startConsole(c.http())));
    Leadership leadership =
        role.add(new Leadership(configuration.server().leaderElection(), extender.decisions()));
    role.readyIf(leadership::problem);
    RequeueController requeue =
        role.add(
            RequeueController.start(
                extender.decisions(),
                measured,
                new WriteMetrics(writer(connection), dependencies.registry()),
                configuration.requeue(),
                clock,
                leadership::isLeader,
                instance()));
    requeue.statuses().forEach(dependencies::addDuty);
    HeldTime heldTime = HeldTime.of(extender.decisions());
    dependencies.registry().registerAll(heldTime);
    PeriodicTask unusedHeldTime = role.add(heldTime.start(), PeriodicTask::status);
    DeviceTime deviceTime =
        DeviceTime.of(
            extender.decisions(),
            measured,
            () ->
                leadership.isLeader()
                    && informers
                        .health()
                        .of(decisive)
                        .timeSinceLastReceived()
                        .filter(t -> t.compareTo(configuration.server().staleAfter()) < 0)
                        .isPresent());
    forwarder.count(deviceTime);
    dependencies.registry().registerAll(deviceTime);
    PeriodicTask unusedDeviceTime = role.add(deviceTime.start(), PeriodicTask::status);
    configuration
        .deviceHours()
        .map(file -> role.add(HoursWriter.of(file, deviceTime, clock)))
        .ifPresent(writer -> role.add(writer.start(), PeriodicTask::status));
    Server scheduler = role.add(servers.startScheduler(configuration.scheduler()));
    leadership.stand(connection, instance(), dependencies);
    role.ready();
    return new LiveExtender(role, scheduler, console);
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

    @GuardedBy("this")
    private Optional<DeviceTime> deviceTime = Optional.empty();

    synchronized void count(DeviceTime counting) {
      deviceTime = Optional.of(counting);
    }

    synchronized Extender connect(
        ClusterInformers informers, Function<Cluster, Extender> constructor) {
      Extender made = constructor.apply(informers.store().addListener(this));
      extender = Optional.of(made);
      return made;
    }

    @Override
    public synchronized void changed(List<ObjectChange> objectChanges, Cluster now) {
      extender.orElseThrow().decisions().changed(objectChanges, now);
      deviceTime.ifPresent(d -> d.changed(objectChanges));
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
    role.close();
  }
}
