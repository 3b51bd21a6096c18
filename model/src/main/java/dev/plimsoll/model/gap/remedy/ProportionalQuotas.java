package dev.plimsoll.model.gap.remedy;

import dev.plimsoll.kubernetes.object.ResourceQuota;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.model.gap.DetectionContext;
import dev.plimsoll.model.whatif.QuotaChange;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.TreeMap;

/**
 * Divides a scarce resource among the namespaces that have quotas on it. Usage comes first, the
 * rest is in proportion to the limits by Sainte-Laguë's divisors, in whole units.
 */
final class ProportionalQuotas {
  private final Map<String, Long> weights = new TreeMap<>();
  private final Map<String, Long> given = new TreeMap<>();

  private ProportionalQuotas() {}

  /** Returns the changes that make the quotas add up; none where usage alone is more. */
  static List<QuotaChange.SetQuota> of(
      DetectionContext context, ResourceName resource, Map<String, Quantity> limits) {
    ProportionalQuotas division = new ProportionalQuotas();
    ResourceName key = ResourceName.of("requests." + resource);
    Map<String, ResourceQuota> quotas = new TreeMap<>();
    for (ResourceQuota quota : context.cluster().list(ResourceQuota.class)) {
      Optional<Quantity> limit = Optional.ofNullable(limits.get(quota.namespace()));
      if (limit.isPresent()
          && quota.spec().countsAllPods()
          && quota.spec().hard().get(key).equals(limit)) {
        quotas.putIfAbsent(quota.namespace(), quota);
        division.weights.put(quota.namespace(), limit.get().value());
        division.given.put(quota.namespace(), quota.status().used().getOrZero(key).value());
      }
    }
    long rest =
        context.totals().schedulable().getOrZero(resource).value()
            - unlimited(context, resource, quotas.keySet())
            - division.given.values().stream().mapToLong(Long::longValue).sum();
    if (rest < 0) {
      return List.of();
    }
    division.handOut(rest);
    List<QuotaChange.SetQuota> changes = new ArrayList<>();
    quotas.forEach(
        (namespace, quota) -> {
          Quantity hard = Quantity.of(division.given.getOrDefault(namespace, 0L));
          if (!quota.spec().hard().getOrZero(key).equals(hard)) {
            changes.add(new QuotaChange.SetQuota(namespace, quota.name(), key, hard));
          }
        });
    return changes;
  }

  /** Returns how much namespaces other than these request. */
  private static long unlimited(
      DetectionContext context, ResourceName resource, Set<String> limited) {
    return context.requestsByNamespace(resource).entrySet().stream()
        .filter(e -> !limited.contains(e.getKey()))
        .mapToLong(e -> e.getValue().value())
        .sum();
  }

  private void handOut(long units) {
    Comparator<String> order =
        Comparator.<String>comparingDouble(
                n -> -weights.getOrDefault(n, 0L) / (2.0 * given.getOrDefault(n, 0L) + 1))
            .thenComparing(Comparator.naturalOrder());
    PriorityQueue<String> queue = new PriorityQueue<>(order);
    weights.forEach(
        (namespace, weight) -> {
          if (weight > 0) {
            queue.add(namespace);
          }
        });
    for (long i = 0; i < units && !queue.isEmpty(); i++) {
      String next = queue.remove();
      given.merge(next, 1L, Long::sum);
      queue.add(next);
    }
  }
}
