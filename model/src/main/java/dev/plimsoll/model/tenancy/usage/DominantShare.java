package dev.plimsoll.model.tenancy.usage;

import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.model.tenancy.Share;

/**
 * A tenant's usage of its dominant share, the share that it has used the most.
 *
 * @param tenant the tenant
 * @param used the part, 1 for all of the share
 */
public record DominantShare(String tenant, double used) {

  /** Returns how much a tenant has used of its shares by one policy. */
  public static DominantShare of(TenantUsage usage, String tenant) {
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
