package dev.plimsoll.kubernetes.quota;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.ResourceQuota;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import java.util.LinkedHashMap;
import java.util.Map;

/** The limits of namespaces for a resource of nodes, by their tightest quotas without scopes. */
public final class TightestLimits {
  private TightestLimits() {}

  /** Returns the limits of a resource, by namespace in order; those without a limit are absent. */
  public static Map<String, Quantity> of(Cluster cluster, ResourceName resource) {
    ResourceName key = QuotaKeys.requestKey(resource);
    Map<String, Quantity> tightest = new LinkedHashMap<>();
    for (ResourceQuota quota : cluster.list(ResourceQuota.class)) {
      if (quota.spec().countsAllPods()) {
        quota.spec().hard().get(key).ifPresent(hard -> merge(tightest, quota.namespace(), hard));
      }
    }
    return tightest;
  }

  private static void merge(Map<String, Quantity> tightest, String namespace, Quantity hard) {
    tightest.merge(namespace, hard, (a, b) -> a.compareTo(b) <= 0 ? a : b);
  }
}
