package dev.plimsoll.kube.conform;

import java.util.ArrayList;
import java.util.List;

/** All orders of a list. */
final class Permutations {
  private Permutations() {}

  /** Returns the orders of the numbers below a size, the natural one first. */
  static List<List<Integer>> of(int size) {
    if (size == 0) {
      return List.of(List.of());
    }
    List<List<Integer>> all = new ArrayList<>();
    for (List<Integer> shorter : of(size - 1)) {
      for (int at = size - 1; at >= 0; at--) {
        List<Integer> longer = new ArrayList<>(shorter);
        longer.add(at, size - 1);
        all.add(List.copyOf(longer));
      }
    }
    return all;
  }

  /** Returns the items in that order. */
  static <T> List<T> arrange(List<T> items, List<Integer> order) {
    return order.stream().map(items::get).toList();
  }
}
