package dev.plimsoll.kubernetes.placement.snapshot;

import java.util.LinkedHashMap;
import java.util.Map;

/** A cache of the most recently used rules' results per node; rules compare by value. */
final class PerNodeCache {
  private static final int MOST_VALUES = 1_000_000;
  private static final int FEWEST_RULES = 4;

  private final Map<Object, PerNodeValues> known =
      new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Object, PerNodeValues> eldest) {
          return size() > Math.max(FEWEST_RULES, MOST_VALUES / nodes);
        }
      };

  private final int nodes;

  PerNodeCache(int nodes) {
    this.nodes = Math.max(1, nodes);
  }

  PerNodeValues of(Object rule) {
    synchronized (known) {
      return known.computeIfAbsent(rule, r -> new PerNodeValues(nodes));
    }
  }
}
