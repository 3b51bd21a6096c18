package dev.plimsoll.model.start;

import java.util.BitSet;

/** The nodes of one run: how much each has left, and which node gets a pod. */
final class RunNodes {
  private static final int FEWEST_FEASIBLE = 100;

  private final NodeTable table;
  private final int columns;
  private final long[] free;
  private final double[] scores;
  private final FittingNodes fitting;
  private final GangSlots slots;
  private final int enough;
  private int searchFrom;

  /** Starts with what the nodes have left at the question. */
  RunNodes(QueueState state) {
    this.table = state.nodes();
    this.columns = table.columns();
    this.free = table.free();
    this.scores = table.scores();
    this.fitting = state.fittingNodes();
    this.slots = state.gangSlots();
    this.enough = enoughNodes(table.nodes());
  }

  /** Returns how many fitting nodes end a search: {@code numFeasibleNodesToFind} upstream. */
  private static int enoughNodes(int nodes) {
    if (nodes < FEWEST_FEASIBLE) {
      return Math.max(1, nodes);
    }
    int percentage = Math.max(5, 50 - nodes / 125);
    return Math.max(FEWEST_FEASIBLE, nodes * percentage / 100);
  }

  /** Gives amounts to a node, by the columns of the table. */
  void free(int node, long[] amounts) {
    add(node, amounts, 1);
  }

  /** Takes amounts from a node, by the columns of the table. */
  void take(int node, long[] amounts) {
    add(node, amounts, -1);
  }

  private void add(int node, long[] amounts, int sign) {
    slots.count(node, free, -1);
    int row = node * columns;
    for (int i = 0; i < columns; i++) {
      free[row + i] += sign * amounts[i];
    }
    scores[node] = table.score(free, node);
    fitting.changed(node, free);
    slots.count(node, free, 1);
  }

  /** Returns the nodes that take a pod; the set follows all changes. */
  BitSet fitting(RequestShape shape) {
    return fitting.of(shape);
  }

  /** Returns false only if a gang doesn't fit: {@link GangSlots}. */
  boolean mayFit(QueueLine gang) {
    return slots.mayFit(gang);
  }

  /**
   * Returns the node that gets a pod; -1 if none takes it. As kube-scheduler does, the search goes
   * round, ends once enough nodes take the pod, and prefers the node with the most cpu and memory
   * left in parts of all.
   */
  int best(RequestShape shape) {
    BitSet taking = fitting.of(shape);
    int best = -1;
    int last = -1;
    double most = -1;
    int found = 0;
    int node = taking.nextSetBit(searchFrom);
    boolean isWrapped = false;
    while (found < enough) {
      if (node < 0 && !isWrapped) {
        isWrapped = true;
        node = taking.nextSetBit(0);
      }
      if (node < 0 || (isWrapped && node >= searchFrom)) {
        break;
      }
      found++;
      if (scores[node] > most) {
        most = scores[node];
        best = node;
      }
      last = node;
      node = taking.nextSetBit(node + 1);
    }
    searchFrom = found < enough ? 0 : Math.max(0, shape.eligible().nextSetBit(last + 1));
    return best;
  }
}
