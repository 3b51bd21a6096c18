package dev.plimsoll.model.check;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.daemon.DaemonPods;
import dev.plimsoll.kubernetes.object.Node;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.PodSpec;
import dev.plimsoll.kubernetes.object.Workload;
import dev.plimsoll.kubernetes.workload.PodTemplateOwner;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/** The new pods of a DaemonSet, one for each node that its template allows. */
final class DaemonSetPods {
  private DaemonSetPods() {}

  /** Returns a new DaemonSet with the number of its pods, as its controller will count them. */
  static Workload counted(Cluster cluster, Workload set) {
    return set.withTemplates(
        set.templates().stream()
            .map(
                t ->
                    t.withReplicas(
                        OptionalInt.of(DaemonPods.nodes(t.spec(), cluster.nodes()).size())))
            .toList());
  }

  /**
   * Returns a DaemonSet that lacks all its pods.
   *
   * @param old the pods of an older template; the new pods come in the order of the old pods' nodes
   */
  static PodTemplateOwner lacking(Cluster cluster, PodTemplateOwner owner, List<Pod> old) {
    PodSpec template = owner.template().spec();
    Map<String, Integer> order = new HashMap<>();
    old.forEach(p -> order.putIfAbsent(p.spec().nodeName(), order.size()));
    List<Node> nodes =
        DaemonPods.nodes(template, cluster.nodes()).stream()
            .sorted(
                Comparator.comparing((Node n) -> order.getOrDefault(n.name(), Integer.MAX_VALUE)))
            .toList();
    return owner.forNodes(nodes.stream().map(Node::name).toList());
  }
}
