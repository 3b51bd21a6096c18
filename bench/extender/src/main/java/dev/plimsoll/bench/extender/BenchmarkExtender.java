package dev.plimsoll.bench.extender;

import dev.plimsoll.extender.config.ExtenderSettings;
import dev.plimsoll.extender.scheduler.Extender;
import dev.plimsoll.kube.periodic.Ticker;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.Pod;
import java.util.Optional;

/** An extender whose cluster changes between any two calls. */
final class BenchmarkExtender {
  final Extender extender;
  private final int nodes;
  private Cluster cluster;

  BenchmarkExtender(int nodes, int pods) {
    this.nodes = nodes;
    cluster = BenchmarkCluster.of(nodes, pods);
    extender = new Extender(cluster, ExtenderSettings.DEFAULT, b -> "", Ticker.SYSTEM);
  }

  /** Moves the pod with the number to another node. */
  void change(int number) {
    Pod before =
        cluster
            .find(Pod.class, BenchmarkCluster.namespace(number), "train-" + number)
            .orElseThrow();
    Pod after = BenchmarkCluster.pod(number, BenchmarkCluster.node((number * 7 + 1) % nodes));
    cluster = cluster.with(after);
    extender.changed(Optional.of(before), Optional.of(after), cluster);
  }
}
