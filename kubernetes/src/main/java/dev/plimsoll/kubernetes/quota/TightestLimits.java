package dev.plimsoll.kubernetes.quota;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.ResourceQuota;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import java.util.Comparator;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BinaryOperator;

/** The limits of namespaces for a resource of nodes, by their tightest quotas without scopes. */
public final class TightestLimits {
  private TightestLimits() {}

  /** Returns the limits of a resource, by namespace; those without a limit are absent. */
  public static SortedMap<String, Quantity> of(Cluster cluster, ResourceName resource) {
    ResourceName key = QuotaKeys.requestKey(resource);
    SortedMap<String, Quantity> tightest = new TreeMap<>();
    for (ResourceQuota quota : cluster.list(ResourceQuota.class)) {
      if (quota.spec().countsAllPods()) {
        quota
            .spec()
            .hard()
            .get(key)
            .ifPresent(
                hard ->
                    tightest.merge(
                        quota.namespace(), hard, BinaryOperator.minBy(Comparator.naturalOrder())));
      }
    }
    return tightest;
  }
}
