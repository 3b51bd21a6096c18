package dev.plimsoll.console;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import com.google.gson.JsonObject;
import dev.plimsoll.console.config.ConsoleServiceConfiguration;
import dev.plimsoll.kube.live.Connection;
import dev.plimsoll.kube.live.Prerequisites;
import dev.plimsoll.kube.watch.ClusterInformers;
import dev.plimsoll.kube.watch.InformerOptions;
import dev.plimsoll.kube.watch.WatchedKind;
import dev.plimsoll.kubernetes.object.Node;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.placement.plugins.DefaultPlugins;
import dev.plimsoll.model.hold.PolicyHolds;
import dev.plimsoll.model.tenancy.CapacityPolicy;
import dev.plimsoll.server.Server;
import dev.plimsoll.server.ServerDependencies;
import dev.plimsoll.server.access.AccessGuard;
import dev.plimsoll.server.health.ReadinessChecks;
import dev.plimsoll.server.health.WatchReadiness;
import dev.plimsoll.server.http.HttpService;
import dev.plimsoll.server.http.Route;
import dev.plimsoll.server.report.ConsoleApi;
import dev.plimsoll.server.report.Reports;
import dev.plimsoll.server.report.Views;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.function.Supplier;

/**
 * The role {@code console} on a live cluster by itself: informers that only read, the reports, and
 * the page. Any number of replicas answer alike, since none keeps or writes anything.
 */
public final class LiveConsole implements AutoCloseable {
  private static final Duration FIRST_SYNC = Duration.ofMinutes(2);

  @GuardedBy("this")
  private final Deque<Runnable> closers = new ArrayDeque<>();

  private final ConsoleServiceConfiguration configuration;

  private LiveConsole(ConsoleServiceConfiguration configuration) {
    this.configuration = configuration;
  }

  /** A console that answers. */
  public record Started(LiveConsole console, int port) {}

  /**
   * Starts to watch the cluster and, once it has been read, to answer.
   *
   * @param version what {@code /version} says
   * @param views what there is besides reports
   * @throws dev.plimsoll.kube.InputException if the port is in use, or there is no kubeconfig
   * @throws dev.plimsoll.kube.live.UnreachableException if the cluster doesn't answer
   */
  public static Started start(
      ConsoleServiceConfiguration configuration, String version, Views.Factory views)
      throws InterruptedException {
    HttpService.check(configuration.http());
    configuration.server().management().ifPresent(HttpService::check);
    configuration.server().metrics().ifPresent(HttpService::check);
    LiveConsole console = new LiveConsole(configuration);
    try {
      return new Started(console, console.start(version, views).port());
    } catch (InterruptedException | RuntimeException e) {
      console.close();
      throw e;
    }
  }

  /** Starts one part after the other; what is to be closed first is the first of the closers. */
  private synchronized Server start(String version, Views.Factory views)
      throws InterruptedException {
    Connection connection = Connection.open(configuration.server().access());
    closers.push(connection::close);
    new Prerequisites(connection)
        .mayList(Node.RESOURCE)
        .mayList(Pod.RESOURCE)
        .await(Prerequisites.LONGEST_WAIT);
    AccessGuard guard = AccessGuard.ofCluster(configuration.http().open(), connection);
    List<Route> placement = ExtenderApi.routes(configuration.extender(), guard);
    ClusterInformers informers =
        ClusterInformers.startWhole(
            configuration.server().access(),
            List.of(WatchedKind.RECOMMENDATIONS),
            InformerOptions.DEFAULT);
    closers.push(informers::close);
    ReadinessChecks readiness = new ReadinessChecks();
    readiness.add(
        () -> WatchReadiness.problem(informers.health(), configuration.server().staleAfter()));
    ServerDependencies dependencies = new ServerDependencies(readiness, version);
    dependencies.addInformers(informers);
    Server.startManagement(configuration.server().management(), dependencies)
        .ifPresent(management -> closers.push(management::close));
    configuration
        .server()
        .metrics()
        .map(http -> Server.startMetrics(http, dependencies, guard))
        .ifPresent(metrics -> closers.push(metrics::close));
    boolean unused = informers.awaitSynced(FIRST_SYNC);
    Supplier<Collection<CapacityPolicy>> policies = policies(informers);
    Reports reports =
        Reports.withoutScheduler(informers::cluster, guard)
            .withHolds(
                () ->
                    PolicyHolds.of(
                        informers.cluster(), policies.get(), DefaultPlugins.scheduler()));
    Views shown = views.of(reports, policies);
    List<Route> routes =
        ConsoleApi.routes(reports, guard, dependencies, placement, shown, new JsonObject());
    Server server =
        Server.start("console", configuration.http(), dependencies, routes)
            .with(shown.start(dependencies));
    closers.push(server::close);
    readiness.started();
    return server;
  }

  private Supplier<Collection<CapacityPolicy>> policies(ClusterInformers informers) {
    return configuration.policies().isEmpty()
        ? () -> List.copyOf(informers.policies())
        : configuration::policies;
  }

  /** Ends it. */
  @Override
  public synchronized void close() {
    while (!closers.isEmpty()) {
      closers.pop().run();
    }
  }
}
