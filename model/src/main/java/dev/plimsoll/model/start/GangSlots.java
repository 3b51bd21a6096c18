package dev.plimsoll.model.start;

import java.util.List;

/**
 * How many pods of each shape nodes take, kept while nodes change. A gang of one shape fits if
 * nodes take as many as it has; of several shapes, that is needed and not enough.
 */
final class GangSlots {
  private final List<RequestShape> shapes;
  private final int columns;
  private final long[] free;
  private final int[][] at;
  private final long[] total;

  GangSlots(QueueState state, long[] free) {
    this.shapes = state.gangShapes();
    this.columns = state.nodes().columns();
    this.free = free;
    this.at = new int[shapes.size()][shapes.isEmpty() ? 0 : state.nodes().nodes()];
    this.total = new long[shapes.size()];
    if (!shapes.isEmpty()) {
      for (int node = 0; node < state.nodes().nodes(); node++) {
        changed(node);
      }
    }
  }

  void changed(int node) {
    for (int i = 0; i < total.length; i++) {
      RequestShape shape = shapes.get(i);
      if (shape.eligible().get(node)) {
        int now = slots(shape, node);
        total[i] += now - at[i][node];
        at[i][node] = now;
      }
    }
  }

  private int slots(RequestShape shape, int node) {
    long most = Integer.MAX_VALUE;
    for (int i = 0; i < columns; i++) {
      long request = shape.request()[i];
      if (request > 0) {
        most = Math.min(most, Math.max(0, free[node * columns + i]) / request);
      }
    }
    return (int) most;
  }

  boolean mayFit(QueueState.Line line) {
    int[] shapesOfLine = line.gangShapes();
    for (int i = 0; i < shapesOfLine.length; i++) {
      if (total[shapesOfLine[i]] < line.gangCounts()[i]) {
        return false;
      }
    }
    return true;
  }
}
