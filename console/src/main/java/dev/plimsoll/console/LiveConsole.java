package dev.plimsoll.console;

import com.google.gson.JsonObject;
import dev.plimsoll.console.config.ConsoleServiceConfiguration;
import dev.plimsoll.kube.watch.ClusterInformers;
import dev.plimsoll.kube.watch.InformerOptions;
import dev.plimsoll.kube.watch.WatchedKind;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.Node;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.placement.plugins.DefaultPlugins;
import dev.plimsoll.model.hold.PolicyHolds;
import dev.plimsoll.model.tenancy.CapacityPolicy;
import dev.plimsoll.server.Server;
import dev.plimsoll.server.access.AccessGuard;
import dev.plimsoll.server.http.Route;
import dev.plimsoll.server.report.ConsoleApi;
import dev.plimsoll.server.report.Reports;
import dev.plimsoll.server.report.Views;
import dev.plimsoll.server.role.DeviceUsageTask;
import dev.plimsoll.server.role.Role;
import java.time.Clock;
import java.util.Collection;
import java.util.List;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * The role {@code console} on a live cluster by itself: informers that only read, the reports, and
 * the page. Any number of replicas answer alike, since none keeps or writes anything.
 */
public final class LiveConsole implements AutoCloseable {
  private final Role role;
  private final int port;

  private LiveConsole(Role role, int port) {
    this.role = role;
    this.port = port;
  }

  /**
   * Starts to watch the cluster and, once it has been read, to answer.
   *
   * @param version what {@code /version} says
   * @param views what there is besides reports
   * @throws dev.plimsoll.kube.InputException if the port is in use, or there is no kubeconfig
   * @throws dev.plimsoll.kube.live.UnreachableException if the cluster doesn't answer
   */
  public static LiveConsole start(
      ConsoleServiceConfiguration configuration, String version, Views.Factory views)
      throws InterruptedException {
    return Role.start(
        configuration.server(),
        configuration.server().access(),
        List.of(configuration.http()),
        version,
        role -> new LiveConsole(role, listen(role, configuration, views).port()));
  }

  private static Server listen(
      Role role, ConsoleServiceConfiguration configuration, Views.Factory views)
      throws InterruptedException {
    role.require(needed -> needed.mayList(Node.RESOURCE).mayList(Pod.RESOURCE));
    AccessGuard guard = AccessGuard.ofCluster(configuration.http().open(), role.connection());
    List<Route> placement = ExtenderApi.routes(configuration.extender(), guard);
    ClusterInformers informers =
        role.watch(
            ClusterInformers.startWhole(
                configuration.server().access(),
                Stream.concat(Stream.of(WatchedKind.RECOMMENDATIONS), WatchedKind.QUEUES.stream())
                    .toList(),
                InformerOptions.DEFAULT),
            ClusterInformers::health,
            guard);
    Supplier<Collection<CapacityPolicy>> policies =
        configuration.policies().isEmpty()
            ? () -> List.copyOf(informers.policies())
            : configuration::policies;
    UnaryOperator<Cluster> measured =
        DeviceUsageTask.start(role, configuration.deviceUsage(), Clock.systemUTC());
    Reports reports =
        Reports.withoutScheduler(
                () -> measured.apply(informers.confirmed(informers.cluster())), guard)
            .withHolds(
                () ->
                    PolicyHolds.of(
                        informers.cluster(), policies.get(), DefaultPlugins.scheduler()));
    Views shown = views.of(reports, policies);
    List<Route> routes =
        ConsoleApi.routes(reports, guard, role.dependencies(), placement, shown, new JsonObject());
    Server server =
        role.add(
            Server.start("console", configuration.http(), role.dependencies(), routes)
                .with(shown.start(role.dependencies())));
    role.ready();
    return server;
  }

  /** Returns the port that is listened on. */
  public int port() {
    return port;
  }

  @Override
  public void close() {
    role.close();
  }
}
