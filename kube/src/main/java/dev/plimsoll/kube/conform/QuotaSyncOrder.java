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
 * The formats of amounts after a resync. The quota controller counts objects in no fixed order, and
 * a sum is printed in the format of its first part. So a resynced amount may have any format.
 */
final class QuotaSyncOrder {
  private QuotaSyncOrder() {}

  /** Returns the snapshot with the recorded formats of equal amounts. */
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
