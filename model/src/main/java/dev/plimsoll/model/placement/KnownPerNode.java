package dev.plimsoll.model.placement;

import java.util.LinkedHashMap;
import java.util.Map;

/** What is known of each node by the rules that were lately asked, which compare by value. */
final class KnownPerNode<K, T> {
  private static final int MOST_VALUES = 1_000_000;
  private static final int FEWEST_RULES = 4;

  private final Map<K, PerNode<T>> known =
      new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<K, PerNode<T>> eldest) {
          return size() > Math.max(FEWEST_RULES, MOST_VALUES / nodes);
        }
      };

  private final int nodes;

  KnownPerNode(int nodes) {
    this.nodes = Math.max(1, nodes);
  }

  PerNode<T> of(K rule) {
    synchronized (known) {
      return known.computeIfAbsent(rule, r -> new PerNode<>(nodes));
    }
  }
}
