package dev.plimsoll.bench.packing;

import dev.plimsoll.bench.packing.SimulatedNodes.WholeNodesLeft;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** Arithmetic means. */
final class Means {
  private Means() {}

  static WholeNodesLeft of(List<WholeNodesLeft> values) {
    return new WholeNodesLeft(
        of(values, WholeNodesLeft::free), of(values, WholeNodesLeft::possible));
  }

  static <T> double of(List<T> values, ToDoubleFunction<T> value) {
    return values.stream().mapToDouble(value).average().orElseThrow();
  }
}
