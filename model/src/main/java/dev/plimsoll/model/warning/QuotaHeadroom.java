package dev.plimsoll.model.warning;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.ResourceQuota;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.quantity.Resources;
import dev.plimsoll.kubernetes.quota.QuotaKeys;
import dev.plimsoll.model.ledger.EnforcedQuota;
import dev.plimsoll.model.ledger.EnforcedQuotas;
import dev.plimsoll.model.ledger.Ledger;
import dev.plimsoll.model.ledger.ObservedUsage;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/** The headroom of a cluster's quotas; each quota is counted on first use. */
final class QuotaHeadroom {
  private final Cluster cluster;
  private final EnforcedQuotas quotas;
  private final Map<EnforcedQuota, Ledger> counted = new ConcurrentHashMap<>();

  QuotaHeadroom(Cluster cluster, EnforcedQuotas quotas) {
    this.cluster = cluster;
    this.quotas = quotas;
  }

  /** Returns the quotas across namespaces and the like, with what the snapshot's objects use. */
  Ledger ledger(EnforcedQuota quota) {
    return counted.computeIfAbsent(
        quota,
        q -> {
          ObservedUsage observed = new ObservedUsage(q.used(cluster), new TreeMap<>());
          return q.ledger().resynced(observed, r -> false);
        });
  }

  /** Returns how much of a resource the quotas of a namespace leave; nothing if none limits it. */
  Optional<Quantity> of(String namespace, ResourceName resource) {
    List<Quantity> left = new ArrayList<>();
    for (ResourceName key : QuotaKeys.chargedKeys(resource)) {
      for (ResourceQuota quota : cluster.list(ResourceQuota.class, namespace)) {
        if (quota.spec().countsAllPods()) {
          left(quota.status().hard(), quota.status().used(), key).ifPresent(left::add);
        }
      }
      for (EnforcedQuota quota : quotas.in(namespace)) {
        if (quota.spec().countsAllPods()) {
          left(quota.spec().hard(), ledger(quota).total(), key).ifPresent(left::add);
        }
      }
    }
    return left.stream().min(Comparator.naturalOrder());
  }

  private static Optional<Quantity> left(Resources hard, Resources used, ResourceName key) {
    return hard.get(key).map(h -> Quantity.max(h.subtract(used.getOrZero(key)), Quantity.ZERO));
  }
}
