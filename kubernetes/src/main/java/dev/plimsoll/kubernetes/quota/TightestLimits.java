package dev.plimsoll.kubernetes.quota;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.ResourceQuota;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.BinaryOperator;
import java.util.function.Predicate;

/** The limits of namespaces for a resource of nodes, by their tightest quotas without scopes. */
public final class TightestLimits {
  private static final BinaryOperator<Quantity> TIGHTER =
      BinaryOperator.minBy(Comparator.naturalOrder());

  private TightestLimits() {}

  /** Returns the limits of a resource, by namespace in order; those without a limit are absent. */
  public static Map<String, Quantity> of(Cluster cluster, ResourceName resource) {
    return of(cluster, resource, quota -> true);
  }

  /**
   * Returns the limits that add up: the same without limits that several namespaces share ({@link
   * CopiedQuota}).
   */
  public static Map<String, Quantity> ofSingle(Cluster cluster, ResourceName resource) {
    return of(cluster, resource, quota -> !CopiedQuota.is(quota));
  }

  private static Map<String, Quantity> of(
      Cluster cluster, ResourceName resource, Predicate<ResourceQuota> which) {
    ResourceName key = QuotaKeys.requestKey(resource);
    Map<String, Quantity> tightest = new LinkedHashMap<>();
    for (ResourceQuota quota : cluster.list(ResourceQuota.class)) {
      if (quota.spec().countsAllPods() && which.test(quota)) {
        quota.spec().hard().get(key).ifPresent(h -> tightest.merge(quota.namespace(), h, TIGHTER));
      }
    }
    return tightest;
  }
}
