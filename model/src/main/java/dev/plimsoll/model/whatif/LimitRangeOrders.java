package dev.plimsoll.model.whatif;

import dev.plimsoll.kubernetes.object.LimitRange;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/** The orders in which the API server may take the LimitRanges of a namespace. */
final class LimitRangeOrders {
  /** Of more LimitRanges, only orders that begin with another one are tried. */
  private static final int ALL_ORDERS = 4;

  private LimitRangeOrders() {}

  /** Returns the orders of {@code count} LimitRanges. */
  static List<UnaryOperator<List<LimitRange>>> of(int count) {
    List<List<Integer>> orders = new ArrayList<>();
    if (count <= ALL_ORDERS) {
      permute(new ArrayList<>(), count, orders);
    } else {
      for (int first = 0; first < count; first++) {
        orders.add(beginningWith(first, count));
      }
    }
    return orders.stream().map(LimitRangeOrders::order).toList();
  }

  private static void permute(List<Integer> chosen, int count, List<List<Integer>> orders) {
    if (chosen.size() == count) {
      orders.add(List.copyOf(chosen));
    }
    for (int i = 0; i < count; i++) {
      if (!chosen.contains(i)) {
        chosen.add(i);
        permute(chosen, count, orders);
        chosen.remove(chosen.size() - 1);
      }
    }
  }

  private static List<Integer> beginningWith(int first, int count) {
    List<Integer> order = new ArrayList<>(List.of(first));
    for (int i = count - 1; i >= 0; i--) {
      if (i != first) {
        order.add(i);
      }
    }
    return order;
  }

  private static UnaryOperator<List<LimitRange>> order(List<Integer> indexes) {
    return ranges -> indexes.stream().map(ranges::get).toList();
  }
}
