package dev.plimsoll.advisor.live;

import dev.plimsoll.model.quantity.Quantity;
import dev.plimsoll.model.quantity.ResourceName;
import dev.plimsoll.model.quantity.Resources;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * Orders changes so that a failure does least harm: increases first, the largest reductions last. A
 * reduction is as large as its part of all ceilings on the key.
 */
final class ChangeOrder {
  private final Map<ResourceName, Double> all = new HashMap<>();

  private ChangeOrder() {}

  static <T> List<T> reductionsLast(
      List<T> changes, Function<T, Resources> before, Function<T, Resources> after) {
    ChangeOrder changeOrder = new ChangeOrder();
    changes.forEach(c -> before.apply(c).forEach(changeOrder::count));
    List<T> ordered = new ArrayList<>(changes);
    ordered.sort(
        Comparator.comparingDouble(c -> changeOrder.size(before.apply(c), after.apply(c))));
    return ordered;
  }

  private void count(ResourceName key, Quantity ceiling) {
    all.merge(key, ceiling.toDouble(), Double::sum);
  }

  private double size(Resources before, Resources after) {
    double largest = 0;
    for (ResourceName key : before.names()) {
      double reduced =
          after.contains(key) ? before.getOrZero(key).subtract(after.getOrZero(key)).toDouble() : 0;
      largest = Math.max(largest, reduced / Math.max(1, all.getOrDefault(key, 1.0)));
    }
    return largest;
  }
}
