package dev.plimsoll.advisor.controller;

import dev.plimsoll.kube.live.ClusterAccess;
import dev.plimsoll.kube.watch.ClusterInformers;
import dev.plimsoll.kube.watch.InformerOptions;
import dev.plimsoll.kubernetes.object.Node;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.ResourceQuota;
import dev.plimsoll.server.access.AccessGuard;
import dev.plimsoll.server.election.Candidacy;
import dev.plimsoll.server.role.Role;
import java.util.List;

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
          role.add(
              AdvisorController.start(
                  informers,
                  role.connection(),
                  candidacy::isLeader,
                  inputs,
                  run,
                  configuration.decisions(),
                  clock,
                  role.dependencies().registry()),
              AdvisorController::status);
          role.ready();
          return new LiveAdvisor(role);
        });
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
