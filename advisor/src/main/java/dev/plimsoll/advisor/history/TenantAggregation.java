package dev.plimsoll.advisor.history;

import dev.plimsoll.kube.prometheus.TimeSeries;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.quantity.Resources;
import dev.plimsoll.kubernetes.quota.QuotaKeys;
import dev.plimsoll.model.tenancy.CapacityPolicy;
import dev.plimsoll.model.tenancy.Tenant;
import dev.plimsoll.model.tenancy.TenantNamespaces;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Adds up what namespaces had for their tenants, time by time. */
final class TenantAggregation {

  private final TenantNamespaces namespaces;
  private final CapacityPolicy policy;

  private record SeriesKey(String tenant, String namespace, ResourceName resource) {}

  TenantAggregation(Cluster cluster, CapacityPolicy policy) {
    this.namespaces = TenantNamespaces.of(cluster, policy);
    this.policy = policy;
  }

  /** Returns for each tenant the most it had of each resource at one time. */
  Map<String, Resources> peaks(List<TimeSeries> all) {
    Map<String, Map<ResourceName, Map<Long, Double>>> sums = new TreeMap<>();
    byKey(all)
        .forEach(
            (seriesKey, values) -> {
              Map<Long, Double> sum =
                  sums.computeIfAbsent(seriesKey.tenant(), t -> new TreeMap<>())
                      .computeIfAbsent(seriesKey.resource(), r -> new HashMap<>());
              values.forEach((time, value) -> sum.merge(time, value, Double::sum));
            });
    Map<String, Resources> peaks = new TreeMap<>();
    sums.forEach(
        (tenant, resources) -> {
          Resources.Builder most = Resources.builder();
          resources.forEach((resource, sum) -> most.put(resource, most(sum)));
          peaks.put(tenant, most.build());
        });
    return peaks;
  }

  /** Returns for each tenant the mean of its series. */
  Map<String, Double> means(List<TimeSeries> all) {
    Map<String, double[]> sums = new TreeMap<>();
    for (TimeSeries timeSeries : all) {
      tenant(timeSeries.namespace())
          .ifPresent(
              tenant -> {
                double[] sum = sums.computeIfAbsent(tenant.name(), t -> new double[2]);
                timeSeries.values().values().forEach(v -> sum[0] += v);
                sum[1] += timeSeries.values().size();
              });
    }
    Map<String, Double> means = new TreeMap<>();
    sums.forEach((tenant, sum) -> means.put(tenant, sum[1] == 0 ? 0 : sum[0] / sum[1]));
    return means;
  }

  /**
   * Returns the values of each namespace; of several quota keys for one resource, the highest
   * counts.
   */
  private Map<SeriesKey, Map<Long, Double>> byKey(List<TimeSeries> all) {
    Map<SeriesKey, Map<Long, Double>> seriesKeys = new HashMap<>();
    for (TimeSeries timeSeries : all) {
      ResourceName key = ResourceName.of(timeSeries.label("resource"));
      ResourceName resource = QuotaKeys.nodeResource(key).orElse(key);
      String namespace = timeSeries.namespace();
      Optional<Tenant> tenant = tenant(namespace);
      if (tenant.isPresent() && policy.resource(resource).isPresent()) {
        Map<Long, Double> values =
            seriesKeys.computeIfAbsent(
                new SeriesKey(tenant.get().name(), namespace, resource), p -> new HashMap<>());
        timeSeries.values().forEach((time, value) -> values.merge(time, value, Math::max));
      }
    }
    return seriesKeys;
  }

  /** Returns the tenant of a namespace, or of a deleted namespace by its name. */
  private Optional<Tenant> tenant(String namespace) {
    return namespaces
        .tenantOf(namespace)
        .or(
            () ->
                policy.tenants().stream()
                    .filter(t -> t.namespaces().names().contains(namespace))
                    .findFirst());
  }

  private static Quantity most(Map<Long, Double> sum) {
    double most = sum.values().stream().mapToDouble(d -> d).max().orElse(0);
    BigDecimal rounded = BigDecimal.valueOf(Math.max(0, most)).setScale(3, RoundingMode.CEILING);
    return Quantity.parse(rounded.stripTrailingZeros().toPlainString());
  }
}
