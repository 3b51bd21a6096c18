package dev.plimsoll.console.mcp;

import dev.plimsoll.console.tool.ClusterView;
import dev.plimsoll.kubernetes.admission.AdmissionChain;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.cluster.Coverage;
import dev.plimsoll.kubernetes.placement.plugins.DefaultPlugins;
import dev.plimsoll.model.hold.PodHolds;
import dev.plimsoll.model.whatif.Simulation;
import dev.plimsoll.server.report.Visibility;
import java.time.Instant;
import java.util.List;

/** A view of a cluster of which nothing was read. */
final class EmptyCluster {
  private EmptyCluster() {}

  static ClusterView view() {
    Cluster cluster = Cluster.builder(Instant.EPOCH).build();
    return new ClusterView(
        Simulation.of(cluster, AdmissionChain.standard(), DefaultPlugins.scheduler()),
        PodHolds.NONE,
        new Visibility(Coverage.COMPLETE, true),
        cluster,
        List.of(),
        () -> {
          throw new UnsupportedOperationException();
        });
  }
}
