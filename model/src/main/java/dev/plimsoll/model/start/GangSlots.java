package dev.plimsoll.model.start;

import java.util.List;

/**
 * How many pods of each shape nodes take, kept while nodes change. A gang of one shape fits if
 * nodes take as many as it has; of several shapes, that is needed and not enough.
 */
final class GangSlots {
  private final List<RequestShape> shapes;
  private final int columns;
  private final long[] total;

  /** Counts the slots of all nodes. */
  GangSlots(List<RequestShape> shapes, NodeTable nodes) {
    this.shapes = shapes;
    this.columns = nodes.columns();
    this.total = new long[shapes.size()];
    long[] free = nodes.free();
    for (int node = 0; node < nodes.nodes(); node++) {
      count(node, free, 1);
    }
  }

  private GangSlots(GangSlots other) {
    this.shapes = other.shapes;
    this.columns = other.columns;
    this.total = other.total.clone();
  }

  GangSlots copy() {
    return new GangSlots(this);
  }

  /** Counts the slots of a node, or no longer: before the node changes with -1, then with 1. */
  void count(int node, long[] free, int sign) {
    for (int i = 0; i < total.length; i++) {
      RequestShape shape = shapes.get(i);
      if (shape.eligible().get(node)) {
        total[i] += sign * slots(shape, free, node);
      }
    }
  }

  private long slots(RequestShape shape, long[] free, int node) {
    long most = Integer.MAX_VALUE;
    for (int i = 0; i < columns; i++) {
      long request = shape.request()[i];
      if (request > 0) {
        most = Math.min(most, Math.max(0, free[node * columns + i]) / request);
      }
    }
    return most;
  }

  boolean mayFit(QueueLine line) {
    int[] shapesOfLine = line.gangShapes();
    for (int i = 0; i < shapesOfLine.length; i++) {
      if (total[shapesOfLine[i]] < line.gangCounts()[i]) {
        return false;
      }
    }
    return true;
  }
}
