package dev.plimsoll.model.start;

import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** Searches for pods on nodes whose end is enough for all pods of a gang at once. */
final class GangRelease {
  private final NodeTable table;
  private final int columns;
  private final Map<Integer, List<Occupant>> largestFirstAt;

  /**
   * Makes the search.
   *
   * @param largestFirstAt the pods that end, by node in order, the largest first
   */
  GangRelease(NodeTable table, Map<Integer, List<Occupant>> largestFirstAt) {
    this.table = table;
    this.columns = table.columns();
    this.largestFirstAt = largestFirstAt;
  }

  /** Returns whether empty nodes take all pods of a gang at once. */
  boolean emptyNodesTake(QueueUnit unit) {
    long[] all = new long[table.nodes() * columns];
    for (int node = 0; node < table.nodes(); node++) {
      for (int i = 0; i < columns; i++) {
        all[node * columns + i] = table.allocatable(node, i);
      }
    }
    return unit.shapes().stream().allMatch(s -> take(s, all));
  }

  private boolean take(RequestShape shape, long[] left) {
    for (int node = shape.eligible().nextSetBit(0);
        node >= 0;
        node = shape.eligible().nextSetBit(node + 1)) {
      if (shape.isAtMost(left, node * columns)) {
        for (int i = 0; i < columns; i++) {
          left[node * columns + i] -= shape.request()[i];
        }
        return true;
      }
    }
    return false;
  }

  /**
   * Returns a set that gives enough back for all pods of a unit, one after the other. For each pod
   * the set has the smallest set on one node beside the pods that end already.
   */
  Set<Occupant> forGang(QueueUnit unit, Set<Occupant> ended) {
    long[] left = table.free();
    ended.forEach(o -> add(left, o.node(), o));
    Set<Occupant> set = new LinkedHashSet<>();
    for (RequestShape shape : unit.shapes()) {
      if (take(shape, left)) {
        continue;
      }
      Set<Occupant> best = Set.of();
      for (int node : largestFirstAt.keySet()) {
        Set<Occupant> enough =
            shape.eligible().get(node) ? greedy(shape, left, node, set, ended) : Set.of();
        boolean isBetter = best.isEmpty() || enough.size() < best.size();
        best = !enough.isEmpty() && isBetter ? enough : best;
      }
      if (best.isEmpty()) {
        return Set.of();
      }
      best.forEach(o -> add(left, o.node(), o));
      set.addAll(best);
      take(shape, left);
    }
    return set;
  }

  private void add(long[] amounts, int row, Occupant pod) {
    for (int i = 0; i < columns; i++) {
      amounts[row * columns + i] += pod.held()[i];
    }
  }

  private Set<Occupant> greedy(
      RequestShape shape, long[] left, int node, Set<Occupant> set, Set<Occupant> ended) {
    long[] row = Arrays.copyOfRange(left, node * columns, (node + 1) * columns);
    Set<Occupant> some = new LinkedHashSet<>();
    for (Occupant pod : Objects.requireNonNull(largestFirstAt.get(node))) {
      if (set.contains(pod) || ended.contains(pod)) {
        continue;
      }
      add(row, 0, pod);
      some.add(pod);
      if (shape.isAtMost(row, 0)) {
        return some;
      }
    }
    return Set.of();
  }
}
