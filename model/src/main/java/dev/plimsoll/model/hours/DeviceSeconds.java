package dev.plimsoll.model.hours;

import dev.plimsoll.kubernetes.device.Fraction;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * Adds up for how long devices are in each state. A change of a node touches only the sums whose
 * amounts it changes; between changes nothing is done.
 *
 * <p>The law: at any time the sums add up to the integral of capacity over time, because each
 * node's units always add up to the node's. Amounts are exact; seconds are floating-point numbers.
 *
 * <p>Times are nanoseconds that never go back. Not safe for use by several threads.
 */
public final class DeviceSeconds {
  private static final double NANOS = 1e9;

  private final Map<String, List<NodeDevices>> nodes = new HashMap<>();
  private final SortedMap<DeviceSeries, Sum> sums = new TreeMap<>();

  /** One sum: how many devices count now, and what has been added up until then. */
  private record Sum(Fraction devices, long since, double deviceNanos) {
    double at(long now) {
      return deviceNanos + devices.toDouble() * (now - since);
    }

    Sum plus(Fraction more, long now) {
      return new Sum(devices.plus(more), now, at(now));
    }
  }

  /** Puts a node's devices in the place of its former ones; none if the node is gone. */
  public void put(String node, List<NodeDevices> devices, long now) {
    List<NodeDevices> before = nodes.getOrDefault(node, List.of());
    if (before.equals(devices)) {
      return;
    }
    Map<DeviceSeries, Fraction> changes = new HashMap<>();
    devices.forEach(d -> add(changes, d, 1));
    before.forEach(d -> add(changes, d, -1));
    changes.forEach(
        (series, change) -> {
          if (!change.equals(Fraction.ZERO)) {
            sums.put(
                series,
                sums.getOrDefault(series, new Sum(Fraction.ZERO, now, 0)).plus(change, now));
          }
        });
    if (devices.isEmpty()) {
      nodes.remove(node);
    } else {
      nodes.put(node, List.copyOf(devices));
    }
  }

  private static void add(Map<DeviceSeries, Fraction> changes, NodeDevices devices, int times) {
    devices.forEach(
        (row, amount) -> changes.merge(DeviceSeries.of(row), amount.times(times), Fraction::plus));
  }

  /** Returns the names of the nodes that have devices. */
  public List<String> nodes() {
    return List.copyOf(nodes.keySet());
  }

  /** Forgets the sums of tenants that are gone and have no device. */
  public void retain(Predicate<String> tenants) {
    sums.entrySet()
        .removeIf(
            e ->
                e.getValue().devices().equals(Fraction.ZERO)
                    && !e.getKey().tenant().isEmpty()
                    && !tenants.test(e.getKey().tenant()));
  }

  /** Returns the device-seconds of each series so far. */
  public SortedMap<DeviceSeries, Double> seconds(long now) {
    SortedMap<DeviceSeries, Double> seconds = new TreeMap<>();
    sums.forEach((series, sum) -> seconds.put(series, sum.at(now) / NANOS));
    return seconds;
  }
}
