package dev.plimsoll.kubernetes.placement.snapshot;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * A cache of the results of the most recently used rules; rules compare by value. Safe for use by
 * several threads, of which one computes a result and the others wait for it.
 */
public final class RuleCache<V> {
  private final Map<Object, Once<V>> known;

  /** Creates a cache of at most this number of results. */
  public RuleCache(int most) {
    known =
        new LinkedHashMap<>(16, 0.75f, true) {
          @Override
          protected boolean removeEldestEntry(Map.Entry<Object, Once<V>> eldest) {
            return size() > most;
          }
        };
  }

  /**
   * Returns a rule's result, computed on first use.
   *
   * @param rule equals the rules that give equal results
   */
  public V of(Object rule, Supplier<? extends V> result) {
    Once<V> once;
    synchronized (known) {
      once = known.computeIfAbsent(rule, r -> new Once<>());
    }
    return once.of(result);
  }

  private static final class Once<V> {
    private Optional<V> value = Optional.empty();

    synchronized V of(Supplier<? extends V> result) {
      if (value.isEmpty()) {
        value = Optional.of(result.get());
      }
      return value.get();
    }
  }
}
