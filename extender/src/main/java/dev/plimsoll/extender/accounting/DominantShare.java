package dev.plimsoll.extender.accounting;

import dev.plimsoll.model.cluster.Cluster;
import dev.plimsoll.model.object.Pod;
import dev.plimsoll.model.quantity.Quantity;
import dev.plimsoll.model.tenancy.Enforcement.PlacementMode;
import dev.plimsoll.model.tenancy.Share;
import java.util.Optional;

/**
 * How much a tenant has used of that of its shares of which it has used the most.
 *
 * @param tenant the tenant
 * @param used the part, 1 for all of the share
 */
public record DominantShare(String tenant, double used) {

  /** Returns it for the pod's tenant, by the first policy that holds pods and knows one. */
  public static Optional<DominantShare> of(ClusterUsage usage, Cluster cluster, Pod pod) {
    return usage.tenants().stream()
        .filter(t -> t.appliedPolicy().policy().enforcement().placement() == PlacementMode.HOLD)
        .flatMap(t -> t.tenantOf(pod, cluster).map(name -> of(t, name)).stream())
        .findFirst();
  }

  private static DominantShare of(TenantUsage usage, String tenant) {
    double most =
        usage.appliedPolicy().shares().all().stream()
            .filter(s -> s.tenant().equals(tenant))
            .mapToDouble(s -> part(usage.use(tenant, s.resource()), s))
            .max()
            .orElse(0);
    return new DominantShare(tenant, most);
  }

  private static double part(Quantity use, Share share) {
    return use.signum() <= 0 ? 0 : use.toDouble() / share.share().toDouble();
  }
}
