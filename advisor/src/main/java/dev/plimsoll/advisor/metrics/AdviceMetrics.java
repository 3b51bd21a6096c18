package dev.plimsoll.advisor.metrics;

import dev.plimsoll.advisor.live.WriteOutcome;
import dev.plimsoll.advisor.recommend.Advice;
import dev.plimsoll.advisor.recommend.QuotaRecommendation;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.quantity.ResourceUnit;
import dev.plimsoll.model.gap.Gap;
import dev.plimsoll.model.gap.GapKind;
import dev.plimsoll.model.tenancy.DividedResource;
import dev.plimsoll.model.tenancy.TenantCapacity;
import dev.plimsoll.model.tenancy.decision.ResourceCeilings;
import dev.plimsoll.model.tenancy.plan.QuotaKeyProposal;
import io.prometheus.metrics.core.metrics.Gauge;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.time.Instant;
import java.util.List;
import java.util.Locale;

/** The findings and actions of a run, as gauges in a registry of the run. */
final class AdviceMetrics {
  private static final String[] QUOTA_LABELS = {
    "namespace", "resourcequota", "resource", "unit", "tenant"
  };

  private final PrometheusRegistry registry = new PrometheusRegistry();
  private final Gauge hard =
      gauge(
          "plimsoll_advisor_quota_hard",
          "Ceiling of a quota's key (the label resource), by namespace,"
              + " resourcequota, unit and tenant. Absent without a ceiling.",
          QUOTA_LABELS);
  private final Gauge used =
      gauge("plimsoll_advisor_quota_used", "Usage charged to a quota's key.", QUOTA_LABELS);
  private final Gauge proposed =
      gauge(
          "plimsoll_advisor_quota_proposed",
          "Ceiling recommended for a quota's key.",
          QUOTA_LABELS);
  private final Gauge divided =
      gauge(
          "plimsoll_advisor_capacity_divided",
          "Amount of a resource divided among tenants.",
          "resource",
          "unit");
  private final Gauge allocatable =
      gauge(
          "plimsoll_advisor_capacity_allocatable",
          "Allocatable amount of a resource on ready, schedulable nodes.",
          "resource",
          "unit");
  private final Gauge withheld =
      gauge(
          "plimsoll_advisor_capacity_withheld",
          "Allocatable amount of a resource on all other nodes.",
          "resource",
          "unit");
  private final Gauge lost =
      gauge(
          "plimsoll_advisor_capacity_lost",
          "Amount of a resource that lost nodes had and that still counts.",
          "resource",
          "unit");
  private final Gauge changes =
      gauge("plimsoll_advisor_changes_recommended", "ResourceQuotas with a recommended change.");
  private final Gauge outcomes =
      gauge(
          "plimsoll_advisor_outcomes",
          "Objects by the result of writing in the last run: done, unchanged,"
              + " conflict, withheld, forbidden or error.",
          "result");
  private final Gauge gaps =
      gauge(
          "plimsoll_advisor_gaps",
          "Gaps between quota and capacity now, by kind and severity. A kind without gaps is 0.",
          "kind",
          "severity");
  private final Gauge gapsExpected =
      gauge(
          "plimsoll_advisor_gaps_expected",
          "Gaps with the recommended quotas, by kind and severity.",
          "kind",
          "severity");
  private final Gauge nodesMissing =
      gauge(
          "plimsoll_advisor_nodes_missing",
          "Nodes that a pool lacks for the tenants' demand.",
          "pool");
  private final Gauge lastRun =
      gauge("plimsoll_advisor_last_run_timestamp_seconds", "Unix time of the end of the last run.");

  private AdviceMetrics() {}

  /**
   * Returns the metrics.
   *
   * @param writeOutcomes what was posted and applied
   * @param now the time of the run
   */
  static PrometheusRegistry of(Advice advice, List<WriteOutcome> writeOutcomes, Instant now) {
    AdviceMetrics all = new AdviceMetrics();
    advice.recommendations().forEach(all::quota);
    TenantCapacity tenantCapacity = advice.shares().capacity();
    tenantCapacity.policy().resources().forEach(r -> all.capacity(advice, r));
    all.changes.set(advice.changes().size());
    for (WriteOutcome.Result result : WriteOutcome.Result.values()) {
      all.outcomes
          .labelValues(result.name().toLowerCase(Locale.ROOT))
          .set((double) writeOutcomes.stream().filter(o -> o.result() == result).count());
    }
    count(all.gaps, advice.gapsNow());
    count(all.gapsExpected, advice.gapsExpected());
    advice
        .nodes()
        .forEach(
            n ->
                all.nodesMissing
                    .labelValues(n.proposal().pool())
                    .set((double) n.proposal().nodes()));
    all.lastRun.set((double) now.getEpochSecond());
    return all.registry;
  }

  private Gauge gauge(String name, String help, String... labels) {
    return Gauge.builder().name(name).help(help).labelNames(labels).register(registry);
  }

  private void quota(QuotaRecommendation quotaRecommendation) {
    for (QuotaKeyProposal key : quotaRecommendation.proposal().keys()) {
      String[] labels = {
        quotaRecommendation.proposal().namespace(),
        quotaRecommendation.proposal().name(),
        key.key().name(),
        ResourceUnit.of(key.key()).label(),
        quotaRecommendation.proposal().tenant()
      };
      quotaRecommendation
          .proposal()
          .now()
          .get(key.key())
          .ifPresent(n -> hard.labelValues(labels).set(n.toDouble()));
      used.labelValues(labels).set(key.used().toDouble());
      proposed.labelValues(labels).set(key.proposed().toDouble());
    }
  }

  private void capacity(Advice advice, DividedResource resource) {
    TenantCapacity tenantCapacity = advice.shares().capacity();
    ResourceCeilings decided = advice.decided(resource);
    ResourceName name = resource.name();
    String[] labels = {name.name(), ResourceUnit.of(name).label()};
    divided.labelValues(labels).set(resource.quantity(decided.capacity().divided()).toDouble());
    lost.labelValues(labels).set(resource.quantity(decided.lost()).toDouble());
    allocatable.labelValues(labels).set(tenantCapacity.allocatable(resource).doubleValue());
    withheld.labelValues(labels).set(tenantCapacity.withheld(resource).doubleValue());
  }

  private static void count(Gauge gauge, List<Gap> gaps) {
    for (GapKind kind : GapKind.values()) {
      gauge
          .labelValues(kind.name(), kind.severity().name())
          .set((double) gaps.stream().filter(g -> g.kind() == kind).count());
    }
  }
}
