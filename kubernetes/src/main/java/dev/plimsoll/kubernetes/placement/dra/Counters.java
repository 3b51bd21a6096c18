package dev.plimsoll.kubernetes.placement.dra;

import dev.plimsoll.kubernetes.object.CounterSet;
import dev.plimsoll.kubernetes.quantity.Quantity;
import java.util.HashMap;
import java.util.Map;
import java.util.function.BiConsumer;

/**
 * The consumption of the pools' counters by devices during a search.
 *
 * <p>As in Kubernetes, pools of several drivers that share a name share their counters too. Source:
 * {@code checkAvailableCounters} in {@code
 * staging/src/k8s.io/dynamic-resource-allocation/structured/internal/incubating/allocator_incubating.go}.
 */
final class Counters {
  /** A counter of a set. */
  record Counter(String set, String name) {}

  private final AllocatedDevices allocated;
  private final Map<String, Map<Counter, Quantity>> available;
  private final Map<String, Map<Counter, Quantity>> consumed = new HashMap<>();

  /**
   * Makes the counters of a search in which nothing is consumed yet.
   *
   * @param available what is left of counters, by pools' names; what isn't there is added
   */
  Counters(AllocatedDevices allocated, Map<String, Map<Counter, Quantity>> available) {
    this.allocated = allocated;
    this.available = available;
  }

  /** Consumes what a device needs, if that is left. */
  boolean consume(PoolDevice device, Pool pool) {
    Map<Counter, Quantity> left = available.computeIfAbsent(pool.id().pool(), p -> available(pool));
    Map<Counter, Quantity> used = consumed.computeIfAbsent(pool.id().pool(), p -> new HashMap<>());
    forEach(device, (counter, amount) -> used.merge(counter, amount, Quantity::add));
    for (Map.Entry<Counter, Quantity> each : left.entrySet()) {
      Quantity taken = used.getOrDefault(each.getKey(), Quantity.ZERO);
      if (each.getValue().compareTo(taken) < 0) {
        release(device, pool);
        return false;
      }
    }
    return true;
  }

  /** Releases the counters that a device consumed. */
  void release(PoolDevice device, Pool pool) {
    Map<Counter, Quantity> used = consumed.computeIfAbsent(pool.id().pool(), p -> new HashMap<>());
    forEach(device, (counter, amount) -> used.merge(counter, amount.negate(), Quantity::add));
  }

  private Map<Counter, Quantity> available(Pool pool) {
    Map<Counter, Quantity> left = new HashMap<>();
    for (CounterSet set : pool.counterSets().values()) {
      set.counters().forEach((name, amount) -> left.put(new Counter(set.name(), name), amount));
    }
    pool.devices().forEach(d -> takeAllocated(d, left));
    pool.others().forEach(d -> takeAllocated(d, left));
    return left;
  }

  private void takeAllocated(PoolDevice device, Map<Counter, Quantity> left) {
    if (allocated.isInUse(device.id())) {
      forEach(
          device,
          (counter, amount) -> left.computeIfPresent(counter, (c, has) -> has.subtract(amount)));
    }
  }

  private static void forEach(PoolDevice device, BiConsumer<Counter, Quantity> action) {
    for (CounterSet set : device.device().consumesCounters()) {
      set.counters()
          .forEach((name, amount) -> action.accept(new Counter(set.name(), name), amount));
    }
  }
}
