package dev.plimsoll.admission.controller;

import dev.plimsoll.kube.periodic.Ticker;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.ResourceQuota;
import dev.plimsoll.kubernetes.quantity.Resources;
import dev.plimsoll.model.ledger.EnforcedQuota;
import dev.plimsoll.model.ledger.QuotaOrigin;
import dev.plimsoll.model.ledger.StrictQuotas;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;

/**
 * ResourceQuotas whose status has been wrong for a while. If {@code status.used} differs from what
 * their objects use, their controller is late or doesn't run, or charged what was never stored. If
 * {@code status.hard} differs from {@code spec.hard}, the limits are not in force.
 */
final class UsageDrift {
  private static final long GRACE = Duration.ofMinutes(1).toNanos();

  private final Ticker ticker;
  private final ControllerLog log;
  private final Map<String, Long> since = new HashMap<>();
  private final Map<ResourceQuota, Long> notInForceSince = new HashMap<>();

  UsageDrift(Ticker ticker, ControllerLog log) {
    this.ticker = ticker;
    this.log = log;
  }

  void check(SortedMap<String, EnforcedQuota> planned, Cluster cluster) {
    since.keySet().retainAll(planned.keySet());
    long now = ticker.read();
    int stale = 0;
    for (Map.Entry<String, EnforcedQuota> each : planned.entrySet()) {
      Optional<String> difference = difference(each.getValue(), cluster);
      if (difference.isEmpty()) {
        Long unused = since.remove(each.getKey());
        log.noDrift(each.getKey());
      } else if (now - since.computeIfAbsent(each.getKey(), k -> now) >= GRACE) {
        stale++;
        log.drift(each.getKey(), difference.get());
      }
    }
    log.stale(stale);
    checkLimits(StrictQuotas.notInForce(cluster), now);
  }

  private void checkLimits(List<ResourceQuota> notInForce, long now) {
    notInForceSince.keySet().retainAll(notInForce);
    List<ResourceQuota> late =
        notInForce.stream()
            .filter(q -> now - notInForceSince.computeIfAbsent(q, k -> now) >= GRACE)
            .toList();
    late.forEach(log::notInForce);
    log.notInForce(late.size());
  }

  private static Optional<String> difference(EnforcedQuota quota, Cluster cluster) {
    if (!(quota.origin() instanceof QuotaOrigin.OfNamespace origin)) {
      return Optional.empty();
    }
    Resources counted = quota.used(cluster).getOrDefault(origin.namespace(), Resources.EMPTY);
    return cluster
        .find(ResourceQuota.class, origin.namespace(), origin.quota())
        .map(q -> q.status().used().mask(counted::contains))
        .filter(used -> !used.equals(counted))
        .map(
            used ->
                "ResourceQuota %s/%s has said for a minute that %s is used; its objects use %s"
                    .formatted(origin.namespace(), origin.quota(), used, counted));
  }
}
