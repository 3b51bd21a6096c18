package dev.plimsoll.server.role;

import dev.plimsoll.kube.live.ClusterAccess;
import dev.plimsoll.kube.live.Connection;
import dev.plimsoll.kube.live.Prerequisites;
import dev.plimsoll.kube.periodic.TaskStatus;
import dev.plimsoll.kube.watch.ClusterInformers;
import dev.plimsoll.kube.watch.WatchHealth;
import dev.plimsoll.server.Server;
import dev.plimsoll.server.ServerDependencies;
import dev.plimsoll.server.access.AccessGuard;
import dev.plimsoll.server.config.ServerConfiguration;
import dev.plimsoll.server.election.Candidacy;
import dev.plimsoll.server.health.ReadinessChecks;
import dev.plimsoll.server.health.WatchReadiness;
import dev.plimsoll.server.http.HttpService;
import dev.plimsoll.server.http.HttpSettings;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * A role of the service on a live cluster, with the parts that every role has. A role starts in one
 * order:
 *
 * <ol>
 *   <li>{@link #start} checks all ports, so that a port in use is reported before anything else.
 *   <li>{@link #require} waits for definitions and rights.
 *   <li>{@link #watch} starts the informers, answers probes and scrapes, and waits for the cluster.
 *   <li>The role adds its own parts, and listens last.
 *   <li>{@link #ready} lets callers in.
 * </ol>
 *
 * <p>Parts are closed in the reverse order, also if a later part can't be started. A part that
 * fails to close keeps no other part open.
 */
public final class Role implements AutoCloseable {
  private static final Duration FIRST_SYNC = Duration.ofMinutes(2);

  private final Closers closers = new Closers();
  private final ReadinessChecks readiness = new ReadinessChecks();
  private final ServerConfiguration configuration;
  private final ServerDependencies dependencies;
  private final Connection connection;
  private volatile OptionalInt metricsPort = OptionalInt.empty();

  private Role(ServerConfiguration configuration, ClusterAccess access, String version) {
    this.configuration = configuration;
    this.dependencies = new ServerDependencies(readiness, version);
    this.connection = add(Connection.open(access));
  }

  /**
   * The steps of one role between its connection and its listeners.
   *
   * @param <T> what is started
   */
  @FunctionalInterface
  public interface Recipe<T> {
    /** Starts the parts one after the other. */
    T start(Role role) throws InterruptedException;
  }

  /**
   * Starts a role, or closes what was started of it.
   *
   * @param listeners where the role itself listens
   * @param version the answer of {@code /version}
   * @throws dev.plimsoll.kube.InputException if a port is in use, a right is missing, or there is
   *     no kubeconfig
   * @throws dev.plimsoll.kube.live.UnreachableException if the cluster doesn't answer
   */
  public static <T> T start(
      ServerConfiguration configuration,
      ClusterAccess access,
      List<HttpSettings> listeners,
      String version,
      Recipe<T> recipe)
      throws InterruptedException {
    Stream.of(
            listeners.stream(),
            configuration.management().stream(),
            configuration.metrics().stream())
        .flatMap(Function.identity())
        .forEach(HttpService::check);
    Role role = new Role(configuration, access, version);
    try {
      return recipe.start(role);
    } catch (InterruptedException | RuntimeException e) {
      role.close();
      throw e;
    }
  }

  /**
   * Waits for what the role can't work without. If replicas elect a leader, the right to the Lease
   * belongs to it.
   *
   * @throws dev.plimsoll.kube.InputException if something is missing after a while
   */
  public void require(Function<Prerequisites, Prerequisites> needed) throws InterruptedException {
    needed
        .apply(configuration.leaderElection().require(new Prerequisites(connection)))
        .await(Prerequisites.LONGEST_WAIT);
  }

  /**
   * Adds informers, answers probes and scrapes from then on, and waits until the cluster is read,
   * but not for ever: what can't be read shows in {@code /readyz}.
   *
   * @param health the health of the resources without which the role isn't ready
   * @param guard decides who may scrape
   */
  public ClusterInformers watch(
      ClusterInformers informers, Function<ClusterInformers, WatchHealth> health, AccessGuard guard)
      throws InterruptedException {
    add(informers);
    readyIf(() -> staleness(health.apply(informers)));
    dependencies.addInformers(informers);
    Server.startManagement(configuration.management(), dependencies).ifPresent(this::add);
    configuration
        .metrics()
        .map(http -> add(Server.startMetrics(http, dependencies, guard)))
        .ifPresent(server -> metricsPort = OptionalInt.of(server.port()));
    boolean unused = informers.awaitSynced(FIRST_SYNC);
    return informers;
  }

  /** Returns why data of this health is unread or not current, as a sentence; empty if it is. */
  public Optional<String> staleness(WatchHealth health) {
    return WatchReadiness.problem(health, configuration.staleAfter());
  }

  /** Adds a check to readiness, which returns why the role isn't ready. */
  public void readyIf(Supplier<Optional<String>> check) {
    readiness.add(check::get);
  }

  /** Adds a part, which is closed before all parts that were added earlier. */
  public <P extends AutoCloseable> P add(P part) {
    closers.push(part);
    return part;
  }

  /** Adds a part with a periodic duty, which shows in metrics and in {@code /healthz}. */
  public <P extends AutoCloseable> P add(P part, Function<P, TaskStatus> duty) {
    dependencies.addDuty(() -> duty.apply(part));
    return add(part);
  }

  /** Stands for election, if the replicas elect a leader. */
  public Candidacy stand() {
    return add(Candidacy.start(configuration.leaderElection(), connection, dependencies::addDuty));
  }

  /** Lets callers in: all parts have started. */
  public void ready() {
    readiness.started();
  }

  /** Returns the port of the listener for scrapes; empty if there is none. */
  public OptionalInt metricsPort() {
    return metricsPort;
  }

  /** Returns the connection to the API server. */
  public Connection connection() {
    return connection;
  }

  /** Returns the dependencies that the role's listeners share. */
  public ServerDependencies dependencies() {
    return dependencies;
  }

  @Override
  public void close() {
    closers.close();
  }
}
