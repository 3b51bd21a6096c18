package dev.plimsoll.kubernetes.quota;

import dev.plimsoll.kubernetes.object.ResourceQuota;

/**
 * Quotas whose limit holds for several namespaces together. A controller puts a copy into each of
 * these namespaces, so the limits of the copies don't add up.
 *
 * <p>Source: {@code github.com/kubernetes-sigs/hierarchical-namespaces/internal/hrq} (a
 * HierarchicalResourceQuota), {@code github.com/projectcapsule/capsule/api/v1beta2} (quotas of a
 * Tenant), {@code github.com/cybozu-go/accurate/controllers} (a ClusterResourceQuota).
 */
public final class CopiedQuota {
  /** The name that the copies of hierarchical quotas have, or begin with. */
  public static final String HIERARCHICAL = "hrq.hnc.x-k8s.io";

  /** The beginning of an annotation with the limit of a Tenant; the quota's key follows. */
  public static final String OF_TENANT = "quota.capsule.clastix.io/hard-";

  /** The name of the copies of Accurate's ClusterResourceQuotas. */
  public static final String OF_CLUSTER = "clusterresourcequota.accurate.cybozu.com";

  private CopiedQuota() {}

  /** Returns whether other namespaces use up the quota's limit, too. */
  public static boolean is(ResourceQuota quota) {
    return quota.name().startsWith(HIERARCHICAL)
        || quota.name().equals(OF_CLUSTER)
        || quota.metadata().annotations().keySet().stream().anyMatch(a -> a.startsWith(OF_TENANT));
  }
}
