package dev.plimsoll.extender.scheduler;

import dev.plimsoll.extender.scoring.NodeHeadroom;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.Node;
import dev.plimsoll.model.tenancy.PolicyLevels;
import dev.plimsoll.model.topology.DomainRanks;
import dev.plimsoll.model.topology.TopologyLevels;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The ranks of nodes' domains, for scores. They are computed again when nodes or levels change, and
 * only if a policy names levels.
 */
final class ScoredDomains {
  private volatile Optional<Ranks> latest = Optional.empty();

  private record Ranks(Cluster cluster, TopologyLevels levels, Map<String, Integer> byNode) {}

  /** Returns the nodes with the ranks of their domains; the same list without levels. */
  List<NodeHeadroom> rank(SchedulerState state, List<String> names, List<NodeHeadroom> nodes) {
    TopologyLevels levels =
        PolicyLevels.configured(
            state.usage().tenants().stream().map(t -> t.appliedPolicy().policy()).toList());
    if (levels.levels().isEmpty()) {
      return nodes;
    }
    Map<String, Integer> ranks = ranks(state.cluster(), levels);
    List<NodeHeadroom> ranked = new ArrayList<>(nodes.size());
    for (int i = 0; i < nodes.size(); i++) {
      ranked.add(nodes.get(i).withDomain(ranks.getOrDefault(names.get(i), 0)));
    }
    return ranked;
  }

  private Map<String, Integer> ranks(Cluster cluster, TopologyLevels levels) {
    Map<String, Integer> byNode =
        latest
            .filter(r -> r.levels().equals(levels) && r.cluster().hasSame(Node.class, cluster))
            .map(Ranks::byNode)
            .orElseGet(() -> DomainRanks.of(levels, cluster.nodes()));
    // The newest cluster is kept, so that no older one is kept in memory.
    latest = Optional.of(new Ranks(cluster, levels, byNode));
    return byNode;
  }
}
