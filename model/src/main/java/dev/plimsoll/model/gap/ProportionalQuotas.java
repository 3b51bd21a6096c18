package dev.plimsoll.model.gap;

import dev.plimsoll.model.object.ResourceQuota;
import dev.plimsoll.model.quantity.Quantity;
import dev.plimsoll.model.quantity.ResourceName;
import dev.plimsoll.model.whatif.Change;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.TreeMap;

/**
 * Divides a scarce resource among the namespaces that have quotas on it: what is used first, the
 * rest in proportion to the present ceilings by Sainte-Laguë's divisors, so that no unit is halved.
 */
final class ProportionalQuotas {
  private final Map<String, Long> weights = new TreeMap<>();
  private final Map<String, Long> given = new TreeMap<>();

  private ProportionalQuotas() {}

  /** Returns the changes that make the quotas add up; none where usage alone is more. */
  static List<Change> of(
      DetectionContext detectionContext, ResourceName resource, Map<String, Quantity> ceilings) {
    ProportionalQuotas division = new ProportionalQuotas();
    ResourceName key = ResourceName.of("requests." + resource);
    Map<String, ResourceQuota> quotas = new TreeMap<>();
    for (ResourceQuota quota : detectionContext.cluster().list(ResourceQuota.class)) {
      Optional<Quantity> ceiling = Optional.ofNullable(ceilings.get(quota.namespace()));
      if (ceiling.isPresent()
          && quota.spec().countsAllPods()
          && quota.spec().hard().get(key).equals(ceiling)) {
        quotas.putIfAbsent(quota.namespace(), quota);
        division.weights.put(quota.namespace(), ceiling.get().value());
        division.given.put(quota.namespace(), quota.status().used().getOrZero(key).value());
      }
    }
    long rest =
        detectionContext.schedulable().getOrZero(resource).value()
            - NoQuotaDetector.unlimited(detectionContext, resource, quotas.keySet())
            - division.given.values().stream().mapToLong(Long::longValue).sum();
    if (rest < 0) {
      return List.of();
    }
    division.handOut(rest);
    List<Change> changes = new ArrayList<>();
    quotas.forEach(
        (namespace, quota) -> {
          Quantity hard = Quantity.of(division.given.getOrDefault(namespace, 0L));
          if (!quota.spec().hard().getOrZero(key).equals(hard)) {
            changes.add(new Change.SetQuota(namespace, quota.name(), key, hard));
          }
        });
    return changes;
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
