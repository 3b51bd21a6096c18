package dev.plimsoll.bench.extender;

import dev.plimsoll.extender.Extender;
import dev.plimsoll.extender.config.Settings;
import dev.plimsoll.model.cluster.Cluster;
import dev.plimsoll.model.object.Pod;
import java.time.Clock;
import java.util.Optional;

/** An extender whose cluster changes between any two calls. */
final class Service {
  final Extender extender;
  private final int nodes;
  private Cluster cluster;

  Service(int nodes, int pods) {
    this.nodes = nodes;
    cluster = Fleet.of(nodes, pods);
    extender = new Extender(cluster, Settings.DEFAULT, b -> "", Clock.systemUTC());
  }

  /** Moves the pod with the number to another node. */
  void change(int number) {
    Pod before = cluster.find(Pod.class, Fleet.namespace(number), "train-" + number).orElseThrow();
    Pod after = Fleet.pod(number, Fleet.node((number * 7 + 1) % nodes));
    cluster = cluster.with(after);
    extender.changed(Optional.of(before), Optional.of(after), cluster);
  }
}
