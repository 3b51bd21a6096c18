package dev.plimsoll.model.start;

import java.util.BitSet;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The parts of a cluster that don't depend on each other. No pod can go to nodes of two parts. No
 * share, and no turn of a tenant, concerns pods of two parts.
 */
final class ClusterParts {
  private final int[] parents;
  private final int nodes;
  private final int[] nodeOfLine;

  /**
   * Joins what depends on each other.
   *
   * @param turns how many owners of turns there are
   */
  ClusterParts(
      NodeTable table,
      ShareTable shares,
      Collection<Occupant> occupants,
      List<QueueLine> lines,
      int turns) {
    this.nodes = table.nodes();
    int pools = shares.pools().size();
    this.parents = new int[nodes + pools + turns];
    this.nodeOfLine = new int[lines.size()];
    for (int i = 0; i < parents.length; i++) {
      parents[i] = i;
    }
    Set<BitSet> joined = new HashSet<>();
    for (int line = 0; line < nodeOfLine.length; line++) {
      join(line, lines.get(line), pools, shares, joined);
    }
    for (Occupant occupant : occupants) {
      join(occupant.node(), occupant.charge(), shares);
    }
  }

  private void join(int number, QueueLine line, int pools, ShareTable shares, Set<BitSet> joined) {
    int first = line.shapes()[0].eligible().nextSetBit(0);
    nodeOfLine[number] = first;
    if (first < 0) {
      return;
    }
    for (RequestShape shape : line.shapes()) {
      if (joined.add(shape.eligible())) {
        shape.eligible().stream().forEach(n -> join(shape.eligible().nextSetBit(0), n));
      }
      if (!shape.eligible().isEmpty()) {
        join(first, shape.eligible().nextSetBit(0));
      }
    }
    line.charges().forEach(c -> join(first, c, shares));
    if (line.turn() >= 0) {
      join(first, nodes + pools + line.turn());
    }
  }

  private void join(int node, ShareTable.Charge charge, ShareTable shares) {
    for (int account : charge.accounts()) {
      join(node, nodes + shares.accounts().get(account).pool());
    }
  }

  private void join(int one, int other) {
    parents[root(one)] = root(other);
  }

  private int root(int element) {
    int at = element;
    while (parents[at] != at) {
      parents[at] = parents[parents[at]];
      at = parents[at];
    }
    return at;
  }

  /** Returns the number of the part of a node. */
  int ofNode(int node) {
    return root(node);
  }

  /** Returns the number of the part of a line; -1 if no node is eligible for it. */
  int ofLine(int line) {
    return nodeOfLine[line] < 0 ? -1 : root(nodeOfLine[line]);
  }
}
