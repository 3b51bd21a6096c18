package dev.plimsoll.model.placement;

import dev.plimsoll.model.object.Toleration;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * The nodes that meet a demand on taints or labels alone, worked out once a demand: pods of one
 * workload demand the same, and pods placed or removed change nothing about it.
 */
final class NodeSets {
  private final List<NodeInfo> nodes;
  private final ConcurrentMap<RequiredNodeAffinity, NodeSet> matching = new ConcurrentHashMap<>();
  private final ConcurrentMap<List<Toleration>, NodeSet> tolerated = new ConcurrentHashMap<>();
  private final ConcurrentMap<String, Domains> domains = new ConcurrentHashMap<>();

  NodeSets(List<NodeInfo> nodes) {
    this.nodes = nodes;
  }

  NodeSet matching(RequiredNodeAffinity affinity) {
    return matching.computeIfAbsent(affinity, a -> new NodeSet(nodes, a::matches));
  }

  NodeSet tolerated(List<Toleration> tolerations) {
    return tolerated.computeIfAbsent(
        tolerations,
        t -> new NodeSet(nodes, node -> Tolerations.tolerateScheduling(t, node.taints())));
  }

  Domains domains(String topologyKey) {
    return domains.computeIfAbsent(topologyKey, k -> new Domains(nodes, k));
  }
}
