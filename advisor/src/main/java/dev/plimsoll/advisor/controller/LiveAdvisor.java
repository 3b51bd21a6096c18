package dev.plimsoll.advisor.controller;

import dev.plimsoll.advisor.notify.GapNotifier;
import dev.plimsoll.kube.live.ClusterAccess;
import dev.plimsoll.kube.watch.ClusterInformers;
import dev.plimsoll.kube.watch.InformerOptions;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.Node;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.ResourceQuota;
import dev.plimsoll.model.gap.detect.GapFinder;
import dev.plimsoll.server.access.AccessGuard;
import dev.plimsoll.server.election.Candidacy;
import dev.plimsoll.server.role.DeviceUsageTask;
import dev.plimsoll.server.role.Role;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * The advisor on a live cluster: the informers, the election, the controller, and a server for
 * health and metrics, wired together.
 */
public final class LiveAdvisor implements AutoCloseable {
  private final Role role;

  private LiveAdvisor(Role role) {
    this.role = role;
  }

  /**
   * Starts to watch the cluster and to decide; health and metrics are served at once.
   *
   * @param access which cluster it is
   * @param version what {@code /version} says
   * @throws dev.plimsoll.kube.InputException if the port is in use, or there is no kubeconfig
   * @throws dev.plimsoll.kube.live.UnreachableException if the cluster doesn't answer
   */
  public static LiveAdvisor start(
      AdvisorConfiguration configuration,
      ClusterAccess access,
      AdvisorController.Inputs inputs,
      AdviceRun run,
      ControllerClock clock,
      String version)
      throws InterruptedException {
    return Role.start(
        configuration.server(),
        access,
        List.of(),
        version,
        role -> {
          role.require(
              needed ->
                  needed
                      .mayList(Node.RESOURCE)
                      .mayList(Pod.RESOURCE)
                      .mayList(ResourceQuota.RESOURCE));
          ClusterInformers informers =
              role.watch(
                  ClusterInformers.startWhole(access, InformerOptions.DEFAULT),
                  ClusterInformers::health,
                  AccessGuard.ofCluster(false, role.connection()));
          Candidacy candidacy = role.stand();
          UnaryOperator<Cluster> measured =
              DeviceUsageTask.start(role, configuration.deviceUsage(), Clock.systemUTC());
          role.add(
              AdvisorController.start(
                  informers,
                  role.connection(),
                  candidacy::isLeader,
                  inputs.measuring(measured),
                  run,
                  configuration.decisions(),
                  clock,
                  role.dependencies().registry()),
              AdvisorController::status);
          configuration
              .alertmanager()
              .ifPresent(
                  settings ->
                      role.add(
                          GapNotifier.start(
                              gaps(informers, measured, inputs, configuration),
                              candidacy::isLeader,
                              settings,
                              Clock.systemUTC(),
                              role.dependencies().registry()),
                          GapNotifier::status));
          role.ready();
          return new LiveAdvisor(role);
        });
  }

  /** Returns the gaps of the cluster, as long as all of it has been read and is current. */
  private static GapNotifier.GapInputs gaps(
      ClusterInformers informers,
      UnaryOperator<Cluster> measured,
      AdvisorController.Inputs inputs,
      AdvisorConfiguration configuration) {
    Duration staleAfter = configuration.decisions().staleAfter();
    return new GapNotifier.GapInputs(
        () ->
            Freshness.problem(informers.health(), staleAfter).isPresent()
                ? Optional.empty()
                : Optional.of(measured.apply(informers.confirmed(informers.cluster()))),
        informers::policies,
        cluster -> GapFinder.survey(inputs.simulation().apply(cluster)));
  }

  /** Returns the port of health and metrics. */
  public int port() {
    return role.metricsPort().orElseThrow();
  }

  /** Ends it; the lease is given back, so that another replica can lead at once. */
  @Override
  public void close() {
    role.close();
  }
}
