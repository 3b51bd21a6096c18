package dev.plimsoll.model.topology;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.cluster.ClusterBuilder;
import dev.plimsoll.kubernetes.fixtures.NodeBuilder;
import dev.plimsoll.kubernetes.fixtures.PodBuilder;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.placement.plugins.DefaultPlugins;
import dev.plimsoll.kubernetes.placement.snapshot.Snapshot;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A cluster of nodes in racks. */
final class RackedCluster {
  static final String LABEL = "cloud.provider.com/topology-rack";

  private final ClusterBuilder objects = Cluster.builder(Instant.EPOCH).complete();

  /** Adds a rack, with the free GPUs of each of its nodes of 8. */
  RackedCluster rack(String name, int... free) {
    for (int i = 0; i < free.length; i++) {
      String node = name + "-" + i;
      objects.add(
          NodeBuilder.node(node)
              .has("cpu", "64")
              .has("pods", "110")
              .has("nvidia.com/gpu", "8")
              .label(LABEL, name)
              .build());
      if (free[i] < 8) {
        objects.add(pod("busy-" + node, 8 - free[i]).on(node).build());
      }
    }
    return this;
  }

  RackedCluster add(Pod pod) {
    objects.add(pod);
    return this;
  }

  Cluster build() {
    return objects.build();
  }

  static PodBuilder pod(String name, int gpus) {
    String list = "nvidia.com/gpu=" + gpus;
    return PodBuilder.pod("team", name).uid("uid-" + name).requests(list).limits(list);
  }

  static List<Pod> pods(int count, int gpus) {
    List<Pod> pods = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      pods.add(pod("p" + i, gpus).build());
    }
    return pods;
  }

  /** Looks for nodes for a gang within one rack. */
  static GangDomains.Result find(Cluster cluster, List<Pod> waiting, List<Pod> running) {
    return find(
        cluster, waiting, running, new DomainRequest(Optional.of("rack"), Optional.empty()));
  }

  static GangDomains.Result find(
      Cluster cluster, List<Pod> waiting, List<Pod> running, DomainRequest request) {
    return new GangDomains(DefaultPlugins.scheduler(), cluster, TopologyLevels.NONE)
        .find(Snapshot.of(cluster), new DomainQuestion("train", waiting, running, request));
  }
}
