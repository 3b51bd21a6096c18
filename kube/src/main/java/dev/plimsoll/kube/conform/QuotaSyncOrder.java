package dev.plimsoll.kube.conform;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.ResourceQuota;
import dev.plimsoll.kubernetes.object.ResourceQuotaStatus;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.quantity.Resources;
import java.util.Arrays;

/**
 * The order in which the quota controller counts objects anew is open, and a sum is printed in the
 * format of its first part. So a resynced amount may stand in any format, as long as it is the
 * same.
 */
final class QuotaSyncOrder {
  private QuotaSyncOrder() {}

  /** Returns the snapshot with the formats that were recorded, where the amounts are the same. */
  static Cluster asRecorded(Cluster cluster, String namespace, JsonObject quotas) {
    Cluster aligned = cluster;
    for (ResourceQuota quota : cluster.list(ResourceQuota.class, namespace)) {
      if (quotas.has(quota.name())) {
        JsonObject used = quotas.getAsJsonObject(quota.name()).getAsJsonObject("used");
        Resources.Builder amounts = Resources.builder();
        quota.status().used().forEach((key, own) -> amounts.put(key, asRecorded(used, key, own)));
        ResourceQuotaStatus status =
            new ResourceQuotaStatus(quota.status().hard(), amounts.build());
        aligned = aligned.with(quota.withStatus(status));
      }
    }
    return aligned;
  }

  private static Quantity asRecorded(JsonObject used, ResourceName key, Quantity own) {
    JsonElement recorded = used.get(key.name());
    return Arrays.stream(Quantity.Format.values())
        .map(format -> own.inFormat(format).stored())
        .filter(q -> recorded != null && q.toString().equals(recorded.getAsString()))
        .findFirst()
        .orElse(own);
  }
}
