package dev.plimsoll.kubernetes.placement.dra;

import dev.plimsoll.kubernetes.object.CounterSet;
import java.util.List;
import java.util.Map;

/**
 * A pool as it can be used from one node.
 *
 * @param id which pool
 * @param state whether devices may be taken from it
 * @param devices those that can be reached from the node, in the order in which they are tried
 * @param others those that can't, where they share counters
 * @param counterSets the counters that its devices share, by the sets' names
 */
record Pool(
    PoolId id,
    State state,
    List<PoolDevice> devices,
    List<PoolDevice> others,
    Map<String, CounterSet> counterSets) {

  /** Whether devices may be taken from a pool. */
  enum State {
    /** They may. */
    USABLE,
    /** Slices of its generation are missing: its driver is changing it. */
    INCOMPLETE,
    /** Its slices contradict each other. */
    INVALID
  }

  static Pool unusable(PoolId id, State state) {
    return new Pool(id, state, List.of(), List.of(), Map.of());
  }

  boolean hasBindingConditions() {
    return devices.stream().anyMatch(d -> !d.device().bindingConditions().isEmpty());
  }
}
