package dev.plimsoll.model.placement;

import dev.plimsoll.model.object.Node;
import java.util.BitSet;
import java.util.List;
import java.util.function.Predicate;

/** Some nodes of a snapshot and of all snapshots derived from it. Immutable. */
public final class NodeSet {
  private final BitSet indices = new BitSet();
  private final boolean all;

  NodeSet(List<NodeInfo> nodes, Predicate<Node> member) {
    for (NodeInfo node : nodes) {
      indices.set(node.index(), member.test(node.node()));
    }
    all = indices.cardinality() == nodes.size();
  }

  /** Returns whether the node is one of them. */
  public boolean contains(NodeInfo node) {
    return indices.get(node.index());
  }

  /** Returns whether these are all the nodes. */
  public boolean isAll() {
    return all;
  }
}
