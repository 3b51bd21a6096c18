package dev.plimsoll.model.topology;

import dev.plimsoll.kubernetes.object.Node;
import java.util.List;

/**
 * The nodes that share the values of a level's label and of all wider levels' labels.
 *
 * @param level the level
 * @param name the value of the level's label; with the wider values before it if another domain of
 *     the level has the same value
 * @param nodes the nodes; at least one
 */
public record Domain(TopologyLevel level, String name, List<Node> nodes) {
  public Domain {
    nodes = List.copyOf(nodes);
  }

  /** Returns the domain in words, such as {@code rack r1}. */
  public String text() {
    return level.name() + " " + name;
  }
}
