package dev.plimsoll.model.topology;

import dev.plimsoll.kubernetes.object.Node;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The levels of a cluster's topology, from wide to narrow.
 *
 * @param levels the levels
 */
public record TopologyLevels(List<TopologyLevel> levels) {
  /** No levels. */
  public static final TopologyLevels NONE = new TopologyLevels(List.of());

  public TopologyLevels {
    levels = List.copyOf(levels);
  }

  /** Returns these levels; if there are none, the well-known levels whose labels the nodes have. */
  public TopologyLevels or(Collection<Node> nodes) {
    return levels.isEmpty() ? WellKnownLevels.of(nodes) : this;
  }

  /** Returns the level with this name; else the level with this label. */
  public Optional<TopologyLevel> find(String nameOrLabel) {
    return levels.stream()
        .filter(l -> l.name().equals(nameOrLabel))
        .findFirst()
        .or(() -> levels.stream().filter(l -> l.nodeLabel().equals(nameOrLabel)).findFirst());
  }

  /** Returns the names, separated by commas. */
  public String names() {
    return levels.stream().map(TopologyLevel::name).collect(Collectors.joining(", "));
  }
}
