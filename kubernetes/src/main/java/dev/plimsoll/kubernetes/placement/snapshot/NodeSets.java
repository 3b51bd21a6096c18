package dev.plimsoll.kubernetes.placement.snapshot;

import dev.plimsoll.kubernetes.object.Node;
import dev.plimsoll.kubernetes.object.Toleration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * The nodes that meet a demand on taints or labels alone, computed once per demand. Pods of one
 * workload share a demand, and pods placed or removed don't change the nodes.
 */
final class NodeSets {
  private final List<NodeInfo> nodes;
  private final Optional<NodeSets> before;
  private final List<NodeInfo> changed;
  private final ConcurrentMap<RequiredNodeAffinity, NodeSet> matching = new ConcurrentHashMap<>();
  private final ConcurrentMap<List<Toleration>, NodeSet> tolerated = new ConcurrentHashMap<>();
  private final ConcurrentMap<String, TopologyDomains> domains = new ConcurrentHashMap<>();

  private NodeSets(List<NodeInfo> nodes, Optional<NodeSets> before, List<NodeInfo> changed) {
    this.nodes = nodes;
    this.before = before;
    this.changed = changed;
  }

  static NodeSets of(List<NodeInfo> nodes) {
    return new NodeSets(nodes, Optional.empty(), List.of());
  }

  /** Returns the sets where some nodes have changed or come; the others needn't be asked again. */
  NodeSets with(List<NodeInfo> all, List<NodeInfo> those) {
    return new NodeSets(all, Optional.of(this), those);
  }

  NodeSet matching(RequiredNodeAffinity affinity) {
    return matching.computeIfAbsent(affinity, a -> set(b -> b.matching(a), a::matches));
  }

  NodeSet tolerated(List<Toleration> tolerations) {
    return tolerated.computeIfAbsent(
        tolerations,
        t -> set(b -> b.tolerated(t), node -> Tolerations.tolerateScheduling(t, node.taints())));
  }

  TopologyDomains domains(String topologyKey) {
    return domains.computeIfAbsent(
        topologyKey,
        k ->
            before
                .filter(sets -> hasSameLabel(sets, k))
                .map(sets -> sets.domains(k))
                .orElseGet(() -> new TopologyDomains(nodes, k)));
  }

  /** Returns whether there are the same nodes as before, each with the same value of a label. */
  private boolean hasSameLabel(NodeSets former, String key) {
    return former.nodes.size() == nodes.size()
        && changed.stream()
            .allMatch(n -> label(n, key).equals(label(former.nodes.get(n.index()), key)));
  }

  private static Optional<String> label(NodeInfo node, String key) {
    return Optional.ofNullable(node.node().metadata().labels().get(key));
  }

  private NodeSet set(Function<NodeSets, NodeSet> former, Predicate<Node> member) {
    return before
        .map(sets -> former.apply(sets).with(changed, member))
        .orElseGet(() -> NodeSet.of(nodes, member));
  }
}
