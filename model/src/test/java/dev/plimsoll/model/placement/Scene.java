package dev.plimsoll.model.placement;

import dev.plimsoll.model.cluster.Cluster;
import dev.plimsoll.model.cluster.ClusterBuilder;
import dev.plimsoll.model.object.ApiObject;
import dev.plimsoll.model.object.Pod;
import dev.plimsoll.model.placement.plugin.DefaultPlugins;
import java.time.Instant;

/** A cluster for tests of placement, and what the default scheduler says about it. */
public final class Scene {
  private final ClusterBuilder cluster = Cluster.builder(Instant.EPOCH);

  public static Scene of(NodeBuilder... nodes) {
    Scene scene = new Scene();
    for (NodeBuilder node : nodes) {
      scene.cluster.add(node.build());
    }
    return scene;
  }

  public Scene with(PodBuilder... pods) {
    for (PodBuilder pod : pods) {
      cluster.add(pod.build());
    }
    return this;
  }

  public Scene with(ApiObject... objects) {
    for (ApiObject object : objects) {
      cluster.add(object);
    }
    return this;
  }

  public Snapshot snapshot() {
    return Snapshot.of(cluster.build());
  }

  public Placement schedule(PodBuilder pod) {
    return schedule(pod.build());
  }

  public Placement schedule(Pod pod) {
    return DefaultPlugins.scheduler().schedule(snapshot(), pod);
  }
}
