package dev.plimsoll.kube.report;

import com.google.gson.JsonObject;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.quota.QuotaKeyUsage;
import dev.plimsoll.kubernetes.quota.QuotaKeyUsages;
import java.util.List;

/** The usage of quotas as JSON. */
public final class QuotaReport {
  private QuotaReport() {}

  /**
   * Returns {@code {quotas: […], unread: {…}, omissions: […]}}, an entry for each key of each
   * quota.
   *
   * @param namespace whose quotas these are, empty for all
   */
  public static JsonObject of(List<QuotaKeyUsage> usages, Cluster cluster, String namespace) {
    return JsonObjectBuilder.object()
        .put("quotas", JsonObjectBuilder.array(usages, QuotaReport::usage))
        .put("asOf", cluster.asOf())
        .put("unread", UnreadReport.of(QuotaKeyUsages.unread(cluster, namespace)))
        .put("omissions", cluster.omissions())
        .build();
  }

  private static JsonObject usage(QuotaKeyUsage usage) {
    return JsonObjectBuilder.object()
        .put("namespace", usage.namespace())
        .put("name", usage.quota())
        .put("key", usage.key())
        .put("hard", usage.hard())
        .putIfPresent("used", usage.used())
        .putIfPresent("reserved", usage.reserved())
        .putIfPresent("placed", usage.placed())
        .putIfPresent("pending", usage.pending())
        .putIfPresent("nodesCouldGive", usage.available())
        .put("binds", usage.binds())
        .build();
  }
}
