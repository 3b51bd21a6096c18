package dev.plimsoll.kubernetes.placement.snapshot;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.IntFunction;

/**
 * A cache of the most recently used rules' results per node; rules compare by value.
 *
 * @param <V> the results of one rule
 */
final class PerNodeCache<V> {
  private static final int MOST_VALUES = 1_000_000;
  private static final int FEWEST_RULES = 4;

  private final Map<Object, V> known =
      new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Object, V> eldest) {
          return size() > Math.max(FEWEST_RULES, MOST_VALUES / nodes);
        }
      };

  private final int nodes;
  private final IntFunction<V> results;

  PerNodeCache(int nodes, IntFunction<V> results) {
    this.nodes = Math.max(1, nodes);
    this.results = results;
  }

  V of(Object rule) {
    synchronized (known) {
      return known.computeIfAbsent(rule, r -> results.apply(nodes));
    }
  }
}
