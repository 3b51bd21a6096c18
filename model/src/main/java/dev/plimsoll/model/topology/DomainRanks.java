package dev.plimsoll.model.topology;

import dev.plimsoll.kubernetes.object.Node;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * In which order domains are filled, so that the last ones stay whole. The order is that of the
 * names, the names of wider domains first: then wider domains stay whole, too.
 */
public final class DomainRanks {
  /** The rank of the domain that is filled first. */
  public static final int FIRST = 1000;

  private DomainRanks() {}

  /**
   * Returns the rank of each node's domain, from 1 to {@link #FIRST}; the higher is filled first.
   * Of all levels with a domain of two or more nodes, the narrowest level has the domains. A node
   * in no domain has no rank.
   *
   * @param levels the configured levels; none if there are none
   */
  public static Map<String, Integer> of(TopologyLevels levels, Collection<Node> nodes) {
    Map<String, Integer> ranks = new HashMap<>();
    if (levels.levels().isEmpty()) {
      return Map.of();
    }
    DomainTree tree = DomainTree.of(levels, nodes);
    List<Domain> domains = List.of();
    for (TopologyLevel level : levels.levels()) {
      List<Domain> narrower = tree.domains(level);
      if (narrower.stream().anyMatch(d -> d.nodes().size() > 1)) {
        domains = narrower;
      }
    }
    for (int i = 0; i < domains.size(); i++) {
      int rank = Math.max(1, FIRST - (int) ((long) FIRST * i / domains.size()));
      domains.get(i).nodes().forEach(n -> ranks.put(n.name(), rank));
    }
    return Map.copyOf(ranks);
  }
}
