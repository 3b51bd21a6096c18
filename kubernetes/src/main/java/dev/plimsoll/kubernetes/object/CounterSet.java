package dev.plimsoll.kubernetes.object;

import dev.plimsoll.kubernetes.quantity.Quantity;
import java.util.Map;

/**
 * Counters of a pool that its devices share, or what a device consumes of them.
 *
 * @param name the set's name
 * @param counters the amounts by the counters' names
 */
public record CounterSet(String name, Map<String, Quantity> counters) {

  public CounterSet {
    counters = Map.copyOf(counters);
  }
}
