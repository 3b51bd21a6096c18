package dev.plimsoll.model.tenancy.usage;

import dev.plimsoll.model.quantity.Quantity;
import dev.plimsoll.model.quantity.ResourceName;
import dev.plimsoll.model.quantity.Resources;
import java.util.HashMap;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The requests of tenants' waiting pods for divided resources, by size. */
final class WaitingRequests {
  private final Map<String, Map<ResourceName, NavigableMap<Quantity, Integer>>> byTenant =
      new HashMap<>();

  /** Takes a pod's requests in, or out. */
  void count(String tenant, Resources requests, boolean in) {
    for (ResourceName name : requests.names()) {
      byTenant
          .computeIfAbsent(tenant, t -> new HashMap<>())
          .computeIfAbsent(name, n -> new TreeMap<>())
          .merge(requests.getOrZero(name), in ? 1 : -1, WaitingRequests::sum);
    }
    byTenant.computeIfPresent(
        tenant,
        (t, sizes) -> {
          sizes.values().removeIf(Map::isEmpty);
          return sizes.isEmpty() ? null : sizes;
        });
  }

  private static @Nullable Integer sum(Integer one, Integer other) {
    return one + other == 0 ? null : one + other;
  }

  /** Returns the tenants whose pods wait. */
  Set<String> tenants() {
    return byTenant.keySet();
  }

  /**
   * Returns how much of what a tenant may still have its waiting pods will take: the largest first,
   * each as a whole.
   */
  Quantity taking(String tenant, ResourceName resource, Quantity headroom) {
    Quantity left = headroom;
    NavigableMap<Quantity, Integer> sizes =
        byTenant.getOrDefault(tenant, Map.of()).getOrDefault(resource, new TreeMap<>());
    for (Map.Entry<Quantity, Integer> size : sizes.descendingMap().entrySet()) {
      long fitting = left.milliValue() / size.getKey().milliValue();
      left = left.subtract(size.getKey().multiply(Math.min(size.getValue(), fitting)));
    }
    return headroom.subtract(left);
  }
}
