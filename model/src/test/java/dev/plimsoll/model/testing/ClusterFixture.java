package dev.plimsoll.model.testing;

import dev.plimsoll.model.cluster.Cluster;
import dev.plimsoll.model.cluster.ClusterBuilder;
import dev.plimsoll.model.object.ApiObject;
import dev.plimsoll.model.object.Pod;
import dev.plimsoll.model.placement.framework.ScheduleResult;
import dev.plimsoll.model.placement.plugins.DefaultPlugins;
import dev.plimsoll.model.placement.snapshot.Snapshot;
import java.time.Instant;

/** A cluster for tests of placement, and what the default scheduler says about it. */
public final class ClusterFixture {
  private final ClusterBuilder cluster = Cluster.builder(Instant.EPOCH);

  public static ClusterFixture of(NodeBuilder... nodes) {
    ClusterFixture clusterFixture = new ClusterFixture();
    for (NodeBuilder node : nodes) {
      clusterFixture.cluster.add(node.build());
    }
    return clusterFixture;
  }

  public ClusterFixture with(PodBuilder... pods) {
    for (PodBuilder pod : pods) {
      cluster.add(pod.build());
    }
    return this;
  }

  public ClusterFixture with(ApiObject... objects) {
    for (ApiObject object : objects) {
      cluster.add(object);
    }
    return this;
  }

  public Snapshot snapshot() {
    return Snapshot.of(cluster.build());
  }

  public ScheduleResult schedule(PodBuilder pod) {
    return schedule(pod.build());
  }

  public ScheduleResult schedule(Pod pod) {
    return DefaultPlugins.scheduler().schedule(snapshot(), pod);
  }
}
