package dev.plimsoll.kubernetes.placement.snapshot;

import java.util.function.IntFunction;

/**
 * A cache of the most recently used rules' results per node; rules compare by value.
 *
 * @param <V> the results of one rule
 */
final class PerNodeCache<V> {
  private static final int MOST_VALUES = 1_000_000;
  private static final int FEWEST_RULES = 4;

  private final RuleCache<V> known;
  private final int nodes;
  private final IntFunction<V> results;

  PerNodeCache(int nodes, IntFunction<V> results) {
    this.nodes = Math.max(1, nodes);
    this.results = results;
    this.known = new RuleCache<>(mostRules(nodes));
  }

  /** Returns of how many rules results are kept, so that memory doesn't grow with the nodes. */
  static int mostRules(int nodes) {
    return Math.max(FEWEST_RULES, MOST_VALUES / Math.max(1, nodes));
  }

  V of(Object rule) {
    return known.of(rule, () -> results.apply(nodes));
  }
}
