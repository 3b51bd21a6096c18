package dev.plimsoll.model.start;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Nodes in classes: the nodes of a class are eligible for the units of the same lines. */
final class NodeClasses {
  private final int[] classes;
  private final List<int[]> lines = new ArrayList<>();

  /**
   * Makes the classes.
   *
   * @param eligible the nodes that are eligible for the units of each line; lines without are left
   *     out
   */
  NodeClasses(Map<Integer, BitSet> eligible, int nodes) {
    Map<BitSet, List<Integer>> bySet = new LinkedHashMap<>();
    eligible.forEach((line, set) -> bySet.computeIfAbsent(set, s -> new ArrayList<>()).add(line));
    List<BitSet> sets = List.copyOf(bySet.keySet());
    Map<BitSet, Integer> known = new HashMap<>();
    this.classes = new int[nodes];
    for (int node = 0; node < nodes; node++) {
      BitSet of = new BitSet();
      for (int i = 0; i < sets.size(); i++) {
        of.set(i, sets.get(i).get(node));
      }
      Integer number = known.get(of);
      if (number == null) {
        number = lines.size();
        known.put(of, number);
        lines.add(
            of.stream()
                .mapToObj(sets::get)
                .flatMap(s -> Objects.requireNonNull(bySet.get(s)).stream())
                .mapToInt(Integer::intValue)
                .toArray());
      }
      classes[node] = number;
    }
  }

  /** Returns the numbers of the lines whose units could go to a node. */
  int[] lines(int node) {
    return lines.get(classes[node]);
  }
}
