package dev.plimsoll.model.gap;

import dev.plimsoll.kubernetes.object.ResourceQuota;
import dev.plimsoll.kubernetes.quota.ResourceQuotaController;

/** The usage of quotas as the quota controller would count it, counted once a quota. */
public final class ResyncedQuota {
  private record Key(String namespace, String quota) {}

  private ResyncedQuota() {}

  /**
   * Returns a quota of the context's cluster with its usage counted again; keys whose objects were
   * not read keep their recorded usage.
   */
  public static ResourceQuota of(DetectionContext context, ResourceQuota quota) {
    return context
        .shared()
        .of(
            new Key(quota.namespace(), quota.name()),
            () -> ResourceQuotaController.sync(context.cluster(), quota));
  }
}
