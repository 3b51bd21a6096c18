package dev.plimsoll.model.topology;

import dev.plimsoll.kubernetes.object.Node;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The domains of a cluster's nodes, by level. A node without a level's label is in no domain of the
 * level. Two nodes are in one domain only if they also agree on all wider levels, so that racks of
 * the same name in two blocks are two domains; Kueue's Topology has the same rule.
 */
public final class DomainTree {
  private static final String SEPARATOR = "/";

  private final TopologyLevels levels;
  private final List<Node> nodes;
  private final Map<TopologyLevel, List<Domain>> domains = new HashMap<>();
  private final Map<TopologyLevel, Map<String, Domain>> byNode = new HashMap<>();

  private DomainTree(TopologyLevels levels, List<Node> nodes) {
    this.levels = levels;
    this.nodes = nodes;
  }

  /**
   * Returns the domains of these nodes.
   *
   * @param levels the levels; if there are none, the well-known levels count
   */
  public static DomainTree of(TopologyLevels levels, Collection<Node> nodes) {
    DomainTree tree = new DomainTree(levels.or(nodes), List.copyOf(nodes));
    List<TopologyLevel> wider = new ArrayList<>();
    for (TopologyLevel level : tree.levels.levels()) {
      tree.domains.put(level, domains(level, wider, nodes));
      wider.add(level);
    }
    return tree;
  }

  private static List<Domain> domains(
      TopologyLevel level, List<TopologyLevel> wider, Collection<Node> nodes) {
    Map<String, List<Node>> byPath = new TreeMap<>();
    Map<String, String> values = new HashMap<>();
    for (Node node : nodes) {
      Optional<String> value = value(node, level);
      if (value.isPresent()) {
        String path =
            wider.stream()
                    .map(l -> value(node, l).orElse("") + SEPARATOR)
                    .collect(Collectors.joining())
                + value.get();
        byPath.computeIfAbsent(path, p -> new ArrayList<>()).add(node);
        values.put(path, value.get());
      }
    }
    Map<String, Long> uses =
        values.values().stream().collect(Collectors.groupingBy(v -> v, Collectors.counting()));
    List<Domain> found = new ArrayList<>();
    byPath.forEach(
        (path, some) -> {
          String value = values.getOrDefault(path, path);
          found.add(new Domain(level, uses.getOrDefault(value, 1L) > 1 ? path : value, some));
        });
    return List.copyOf(found);
  }

  private static Optional<String> value(Node node, TopologyLevel level) {
    return Optional.ofNullable(node.metadata().labels().get(level.nodeLabel()));
  }

  /** Returns the levels, from wide to narrow. */
  public TopologyLevels levels() {
    return levels;
  }

  /**
   * Returns the level with this name or label; also a level of its own for a label that nodes have
   * and that is no level's. Empty if no node has the label.
   */
  public Optional<TopologyLevel> level(String nameOrLabel) {
    return levels
        .find(nameOrLabel)
        .or(() -> Optional.of(new TopologyLevel(nameOrLabel, nameOrLabel)))
        .filter(l -> !domains(l).isEmpty());
  }

  /** Returns the domains of a level. */
  public List<Domain> domains(TopologyLevel level) {
    return domains.computeIfAbsent(level, l -> domains(l, List.of(), nodes));
  }

  /** Returns the domain of a level that a node is in; empty if the node lacks the label. */
  public Optional<Domain> of(TopologyLevel level, String node) {
    return Optional.ofNullable(byNode.computeIfAbsent(level, l -> byNode(domains(l))).get(node));
  }

  private static Map<String, Domain> byNode(List<Domain> domains) {
    Map<String, Domain> byNode = new HashMap<>();
    domains.forEach(d -> d.nodes().forEach(n -> byNode.put(n.name(), d)));
    return byNode;
  }

  /** Returns how many nodes lack the label of a level. */
  public int unlabelled(TopologyLevel level) {
    return nodes.size() - domains(level).stream().mapToInt(d -> d.nodes().size()).sum();
  }

  /**
   * Returns the levels in which a gang is placed, in this order: the preferred level and then wider
   * levels up to the required one. A preferred level that isn't narrower than the required one
   * doesn't count.
   */
  List<TopologyLevel> searched(
      Optional<TopologyLevel> required, Optional<TopologyLevel> preferred) {
    List<TopologyLevel> all = levels.levels();
    int from = preferred.map(all::indexOf).orElse(-1);
    int to = required.map(all::indexOf).orElse(from < 0 ? -1 : 0);
    List<TopologyLevel> searched = new ArrayList<>();
    if (from >= 0 && to >= 0) {
      for (int i = from; i >= to; i--) {
        searched.add(all.get(i));
      }
    } else {
      preferred.ifPresent(searched::add);
    }
    required.filter(r -> !searched.contains(r)).ifPresent(searched::add);
    return searched;
  }
}
