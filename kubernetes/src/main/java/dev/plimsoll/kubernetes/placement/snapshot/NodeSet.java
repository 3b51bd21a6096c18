package dev.plimsoll.kubernetes.placement.snapshot;

import dev.plimsoll.kubernetes.object.Node;
import java.util.BitSet;
import java.util.List;
import java.util.function.Predicate;

/** Some nodes of a snapshot and of all snapshots derived from it. Immutable. */
public final class NodeSet {
  private static final NodeSet NONE = new NodeSet(new BitSet(), 0);

  private final BitSet indices;
  private final int nodes;
  private final boolean all;

  private NodeSet(BitSet indices, int nodes) {
    this.indices = indices;
    this.nodes = nodes;
    this.all = indices.cardinality() == nodes;
  }

  static NodeSet of(List<NodeInfo> nodes, Predicate<Node> member) {
    return NONE.with(nodes, member);
  }

  /**
   * Returns the set where some nodes have changed or come; the same where that makes no difference.
   */
  NodeSet with(List<NodeInfo> changed, Predicate<Node> member) {
    BitSet now = (BitSet) indices.clone();
    int count = nodes;
    for (NodeInfo node : changed) {
      now.set(node.index(), member.test(node.node()));
      count = Math.max(count, node.index() + 1);
    }
    return count == nodes && now.equals(indices) ? this : new NodeSet(now, count);
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
