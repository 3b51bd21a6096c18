package dev.plimsoll.console.tool;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.model.hold.PodHolds;
import dev.plimsoll.model.tenancy.CapacityPolicy;
import dev.plimsoll.model.whatif.Simulation;
import dev.plimsoll.server.report.Visibility;
import java.util.List;
import java.util.function.Supplier;

/**
 * The part of a cluster that a caller may see.
 *
 * @param simulation the visible part
 * @param holds which of its pods are held at placement
 * @param visibility what is visible
 * @param whole the whole cluster
 * @param policies the capacity policies in force
 * @param starts prepares the start estimates of the whole cluster
 */
public record ClusterView(
    Simulation simulation,
    PodHolds holds,
    Visibility visibility,
    Cluster whole,
    List<CapacityPolicy> policies,
    Supplier<Starts> starts) {

  public ClusterView {
    policies = List.copyOf(policies);
  }

  /** Returns whether the caller may see all namespaces and the nodes. */
  boolean seesAll() {
    return visibility.namespaces().complete() && visibility.nodes();
  }

  /** Returns the visible part of the cluster. */
  Cluster cluster() {
    return simulation.cluster();
  }

  /**
   * Returns the whole cluster, for answers that name nodes only.
   *
   * @throws dev.plimsoll.server.access.AccessException if the caller may not get nodes
   */
  Cluster forNodes() {
    visibility.requireNodes();
    return whole;
  }

  /**
   * Returns the whole cluster.
   *
   * @throws dev.plimsoll.server.access.AccessException if the caller may not see all of it
   */
  Cluster forAll() {
    visibility.requireAll();
    return whole;
  }
}
