package dev.plimsoll.advisor.metrics;

import dev.plimsoll.advisor.live.WriteOutcome;
import dev.plimsoll.advisor.recommend.Advice;
import dev.plimsoll.advisor.recommend.QuotaRecommendation;
import dev.plimsoll.model.gap.Gap;
import dev.plimsoll.model.gap.GapKind;
import dev.plimsoll.model.tenancy.DividedResource;
import dev.plimsoll.model.tenancy.TenantCapacity;
import dev.plimsoll.model.tenancy.plan.QuotaKeyProposal;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** What a run found and did, in Prometheus' text format. CPU is in cores, memory in bytes. */
public final class AdviceMetrics {
  private static final String HARD = "plimsoll_advisor_quota_hard";
  private static final String USED = "plimsoll_advisor_quota_used";
  private static final String PROPOSED = "plimsoll_advisor_quota_proposed";
  private static final String DIVIDED = "plimsoll_advisor_capacity_divided";
  private static final String ALLOCATABLE = "plimsoll_advisor_capacity_allocatable";
  private static final String WITHHELD = "plimsoll_advisor_capacity_withheld";
  private static final String CHANGES = "plimsoll_advisor_changes_recommended";
  private static final String OUTCOMES = "plimsoll_advisor_outcomes";
  private static final String GAPS = "plimsoll_advisor_gaps";
  private static final String GAPS_THEN = "plimsoll_advisor_gaps_expected";
  private static final String NODES = "plimsoll_advisor_nodes_missing";
  private static final String LAST_RUN = "plimsoll_advisor_last_run_timestamp_seconds";

  private final Exposition metrics =
      new Exposition()
          .gauge(HARD, "The ceiling a quota has on a key.")
          .gauge(USED, "What is charged to a key of a quota.")
          .gauge(PROPOSED, "The ceiling that is recommended for a key of a quota.")
          .gauge(DIVIDED, "What the tenants get of a resource together.")
          .gauge(ALLOCATABLE, "What ready, schedulable nodes have of a resource.")
          .gauge(WITHHELD, "What the other nodes have of a resource.")
          .gauge(CHANGES, "How many quotas should change.")
          .gauge(OUTCOMES, "How many objects of the cluster were written in this run, by result.")
          .gauge(GAPS, "How many gaps there are between quota and capacity, by kind.")
          .gauge(GAPS_THEN, "How many gaps there would be with the recommended quotas, by kind.")
          .gauge(NODES, "How many nodes a pool lacks for what tenants want.")
          .gauge(LAST_RUN, "When the advisor last ran to its end.");

  private AdviceMetrics() {}

  /**
   * Returns the metrics.
   *
   * @param writeOutcomes what was posted and applied
   * @param now the time of the run
   */
  public static String of(Advice advice, List<WriteOutcome> writeOutcomes, Instant now) {
    AdviceMetrics all = new AdviceMetrics();
    advice.recommendations().forEach(all::quota);
    TenantCapacity tenantCapacity = advice.shares().capacity();
    tenantCapacity.policy().resources().forEach(r -> all.capacity(tenantCapacity, r));
    all.metrics.sample(CHANGES, advice.changes().size());
    for (WriteOutcome.Result result : WriteOutcome.Result.values()) {
      all.metrics.sample(
          OUTCOMES,
          (double) writeOutcomes.stream().filter(o -> o.result() == result).count(),
          "result",
          result.name().toLowerCase(Locale.ROOT));
    }
    all.gaps(GAPS, advice.gapsNow());
    all.gaps(GAPS_THEN, advice.gapsExpected());
    advice
        .nodes()
        .forEach(
            n ->
                all.metrics.sample(
                    NODES, (double) n.proposal().nodes(), "pool", n.proposal().pool()));
    all.metrics.sample(LAST_RUN, (double) now.getEpochSecond());
    return all.metrics.text();
  }

  private void quota(QuotaRecommendation quotaRecommendation) {
    for (QuotaKeyProposal key : quotaRecommendation.proposal().keys()) {
      String[] labels = {
        "namespace", quotaRecommendation.proposal().namespace(),
        "resourcequota", quotaRecommendation.proposal().name(),
        "resource", key.key().name(),
        "tenant", quotaRecommendation.proposal().tenant()
      };
      quotaRecommendation
          .proposal()
          .now()
          .get(key.key())
          .ifPresent(n -> metrics.sample(HARD, n.toDouble(), labels));
      metrics.sample(USED, key.used().toDouble(), labels);
      metrics.sample(PROPOSED, key.proposed().toDouble(), labels);
    }
  }

  private void capacity(TenantCapacity tenantCapacity, DividedResource resource) {
    String name = resource.name().name();
    double divided = resource.quantity(tenantCapacity.divided(resource)).toDouble();
    metrics.sample(DIVIDED, divided, "resource", name);
    metrics.sample(
        ALLOCATABLE, tenantCapacity.allocatable(resource).doubleValue(), "resource", name);
    metrics.sample(WITHHELD, tenantCapacity.withheld(resource).doubleValue(), "resource", name);
  }

  private void gaps(String name, List<Gap> gaps) {
    Map<GapKind, Integer> counts = new EnumMap<>(GapKind.class);
    for (GapKind kind : GapKind.values()) {
      counts.put(kind, 0);
    }
    gaps.forEach(g -> counts.merge(g.kind(), 1, Integer::sum));
    counts.forEach((kind, count) -> metrics.sample(name, count, "kind", kind.name()));
  }
}
