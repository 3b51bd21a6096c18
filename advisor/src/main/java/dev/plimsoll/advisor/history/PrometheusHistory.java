package dev.plimsoll.advisor.history;

import dev.plimsoll.kube.prometheus.PrometheusClient;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.quantity.Resources;
import dev.plimsoll.model.tenancy.CapacityPolicy;
import dev.plimsoll.model.tenancy.UsageHistory;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The peaks of tenants' usage and demand, from kube-scheduler's {@code kube_pod_resource_request}.
 * If Prometheus doesn't scrape that, they come from kube-state-metrics' {@code kube_resourcequota},
 * which has charges only.
 *
 * @param history the peaks
 * @param notes where they come from and what else was seen, a sentence each
 */
public record PrometheusHistory(UsageHistory history, List<String> notes) {
  /** Each scheduler that is scraped tells of all pods. */
  private static final String OF_EACH_SCHEDULER =
      "max by (namespace, exported_namespace, resource)"
          + " (sum by (namespace, exported_namespace, resource, job, instance)"
          + " (kube_pod_resource_request{%s}))";

  private static final String REQUESTED = OF_EACH_SCHEDULER.formatted("resource=~\"%s\"");
  private static final String PLACED = OF_EACH_SCHEDULER.formatted("resource=~\"%s\",node!=\"\"");
  private static final String CHARGED =
      "max by (namespace, exported_namespace, resource) (kube_resourcequota{resource=~\"(.*\\\\.)?(%s)\",type=\"used\"})";
  private static final String BUSY =
      "avg by (namespace, exported_namespace) (DCGM_FI_DEV_GPU_UTIL)";

  public PrometheusHistory {
    notes = List.copyOf(notes);
  }

  /**
   * Asks Prometheus.
   *
   * @param window how far back
   * @throws dev.plimsoll.kube.InputException if what is there isn't Prometheus, or rejects the
   *     query
   * @throws dev.plimsoll.kube.live.UnreachableException if it doesn't answer
   */
  public static PrometheusHistory read(
      String url, Cluster cluster, CapacityPolicy policy, Duration window, Instant now) {
    PrometheusClient prometheusClient = new PrometheusClient(url);
    TenantAggregation tenants = new TenantAggregation(cluster, policy);
    String range = "the last " + text(window);
    String divided = divided(policy);
    Map<String, Resources> used =
        tenants.peaks(prometheusClient.range(PLACED.formatted(divided), window, now));
    Map<String, Resources> wanted =
        tenants.peaks(prometheusClient.range(REQUESTED.formatted(divided), window, now));
    if (!wanted.isEmpty()) {
      return new PrometheusHistory(
          new UsageHistory(used, wanted),
          notes("peaks are those of " + range, tenants, prometheusClient, window, now));
    }
    Map<String, Resources> charged =
        tenants.peaks(prometheusClient.range(CHARGED.formatted(divided), window, now));
    if (charged.isEmpty()) {
      return new PrometheusHistory(
          UsageHistory.NONE,
          List.of(
              "Prometheus has neither kube_pod_resource_request nor kube_resourcequota of a"
                  + " tenant's namespace for "
                  + range
                  + "; the present alone counts"));
    }
    return new PrometheusHistory(
        new UsageHistory(charged, charged),
        notes(
            "peaks are those of what was charged to quotas in "
                + range
                + "; Prometheus has no kube_pod_resource_request, which tells more",
            tenants,
            prometheusClient,
            window,
            now));
  }

  /** Returns a regular expression for the resources that are divided, as PromQL quotes it. */
  private static String divided(CapacityPolicy policy) {
    return policy.resources().stream()
        .map(r -> r.name().name().replace(".", "\\\\."))
        .collect(Collectors.joining("|"));
  }

  private static String text(Duration window) {
    if (window.toHours() >= 48) {
      return window.toDays() + " days";
    }
    return window.toHours() >= 2 ? window.toHours() + " hours" : window.toMinutes() + " minutes";
  }

  private static List<String> notes(
      String source,
      TenantAggregation tenants,
      PrometheusClient prometheusClient,
      Duration window,
      Instant now) {
    List<String> notes = new ArrayList<>(List.of(source));
    tenants
        .means(prometheusClient.range(BUSY, window, now))
        .forEach(
            (tenant, mean) ->
                notes.add(
                    String.format(
                        Locale.ROOT,
                        "GPUs that tenant %s held were busy %.0f %% of the time on average",
                        tenant,
                        mean)));
    return notes;
  }
}
