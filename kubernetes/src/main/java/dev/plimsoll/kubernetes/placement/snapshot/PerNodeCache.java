package dev.plimsoll.kubernetes.placement.snapshot;

/** A cache of the most recently used rules' results per node; rules compare by value. */
final class PerNodeCache {
  private static final int MOST_VALUES = 1_000_000;
  private static final int FEWEST_RULES = 4;

  private final RuleCache<PerNodeValues> known;
  private final int nodes;

  PerNodeCache(int nodes) {
    this.nodes = Math.max(1, nodes);
    this.known = new RuleCache<>(mostRules(nodes));
  }

  /** Returns of how many rules results are kept, so that memory doesn't grow with the nodes. */
  static int mostRules(int nodes) {
    return Math.max(FEWEST_RULES, MOST_VALUES / Math.max(1, nodes));
  }

  PerNodeValues of(Object rule) {
    return known.of(rule, () -> new PerNodeValues(nodes));
  }
}
