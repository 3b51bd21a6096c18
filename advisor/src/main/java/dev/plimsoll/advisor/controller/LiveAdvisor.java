package dev.plimsoll.advisor.controller;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.plimsoll.kube.live.ClusterAccess;
import dev.plimsoll.kube.live.Connection;
import dev.plimsoll.kube.live.Prerequisites;
import dev.plimsoll.kube.watch.ClusterInformers;
import dev.plimsoll.kube.watch.InformerOptions;
import dev.plimsoll.kubernetes.object.Node;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.ResourceQuota;
import dev.plimsoll.server.Server;
import dev.plimsoll.server.ServerDependencies;
import dev.plimsoll.server.access.AccessGuard;
import dev.plimsoll.server.election.Candidacy;
import dev.plimsoll.server.health.WatchReadiness;
import dev.plimsoll.server.http.HttpService;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * The advisor on a live cluster: the informers, the election, the controller, and a server for
 * health and metrics, wired together.
 */
public final class LiveAdvisor implements AutoCloseable {
  private static final Duration FIRST_SYNC = Duration.ofMinutes(2);

  @GuardedBy("this")
  private final Deque<Runnable> closers = new ArrayDeque<>();

  private final AdvisorConfiguration configuration;
  private final ClusterAccess access;

  private LiveAdvisor(AdvisorConfiguration configuration, ClusterAccess access) {
    this.configuration = configuration;
    this.access = access;
  }

  /** An advisor at work. */
  public record Started(LiveAdvisor advisor, int port) {}

  /**
   * Starts to watch the cluster and to decide; health and metrics are served at once.
   *
   * @param access which cluster it is
   * @param version what {@code /version} says
   * @throws dev.plimsoll.kube.InputException if the port is in use, or there is no kubeconfig
   * @throws dev.plimsoll.kube.live.UnreachableException if the cluster doesn't answer
   */
  public static Started start(
      AdvisorConfiguration configuration,
      ClusterAccess access,
      AdvisorController.Inputs inputs,
      AdviceRun run,
      ControllerClock clock,
      String version)
      throws InterruptedException {
    HttpService.check(configuration.http());
    configuration.server().management().ifPresent(HttpService::check);
    LiveAdvisor advisor = new LiveAdvisor(configuration, access);
    try {
      return new Started(advisor, advisor.start(inputs, run, clock, version).port());
    } catch (InterruptedException | RuntimeException e) {
      advisor.close();
      throw e;
    }
  }

  /** Starts one part after the other; what is to be closed first is the first of the closers. */
  private synchronized Server start(
      AdvisorController.Inputs inputs, AdviceRun run, ControllerClock clock, String version)
      throws InterruptedException {
    Connection connection = Connection.open(access);
    closers.push(connection::close);
    configuration
        .server()
        .leaderElection()
        .require(new Prerequisites(connection))
        .mayList(Node.RESOURCE)
        .mayList(Pod.RESOURCE)
        .mayList(ResourceQuota.RESOURCE)
        .await(Prerequisites.LONGEST_WAIT);
    ClusterInformers informers = ClusterInformers.startWhole(access, InformerOptions.DEFAULT);
    closers.push(informers::close);
    ServerDependencies dependencies =
        new ServerDependencies(
            () -> WatchReadiness.problem(informers.health(), configuration.server().staleAfter()),
            version);
    dependencies.addInformers(informers);
    Server.startManagement(configuration.server().management(), dependencies)
        .ifPresent(management -> closers.push(management::close));
    Server server =
        Server.startMetrics(
            configuration.http(), dependencies, AccessGuard.ofCluster(false, connection));
    closers.push(server::close);
    boolean unused = informers.awaitSynced(FIRST_SYNC);
    Candidacy candidacy =
        Candidacy.start(configuration.server().leaderElection(), connection, dependencies::addDuty);
    closers.push(candidacy::close);
    AdvisorController controller =
        AdvisorController.start(
            informers,
            connection,
            candidacy::isLeader,
            inputs,
            run,
            configuration.decisions(),
            clock,
            dependencies.registry());
    closers.push(controller::close);
    dependencies.addDuty(controller::status);
    return server;
  }

  /** Ends it; the lease is given back, so that another replica can lead at once. */
  @Override
  public synchronized void close() {
    while (!closers.isEmpty()) {
      closers.pop().run();
    }
  }
}
