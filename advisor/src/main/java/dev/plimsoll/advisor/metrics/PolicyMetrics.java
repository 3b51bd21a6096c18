package dev.plimsoll.advisor.metrics;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.plimsoll.advisor.live.WriteOutcome;
import dev.plimsoll.advisor.recommend.Advice;
import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The gauges of the last run of each policy. Every gauge has the label {@code policy}. A policy
 * whose run fails keeps the gauges of its last successful run.
 */
public final class PolicyMetrics implements MultiCollector {
  @GuardedBy("this")
  private final SortedMap<String, MetricSnapshots> byPolicy = new TreeMap<>();

  /** Creates a collector without policies. */
  public PolicyMetrics() {}

  /**
   * Replaces the gauges of the advice's policy.
   *
   * @param writeOutcomes what was posted and applied
   * @param now the time of the run
   */
  public synchronized void put(Advice advice, List<WriteOutcome> writeOutcomes, Instant now) {
    byPolicy.put(
        advice.shares().capacity().policy().name(),
        AdviceMetrics.of(advice, writeOutcomes, now).scrape());
  }

  /** Drops the gauges of all other policies. */
  public synchronized void retain(Collection<String> policies) {
    byPolicy.keySet().retainAll(policies);
  }

  /** Returns a registry with these gauges only. */
  public PrometheusRegistry registry() {
    PrometheusRegistry registry = new PrometheusRegistry();
    registry.register(this);
    return registry;
  }

  @Override
  public synchronized MetricSnapshots collect() {
    SortedMap<String, GaugeSnapshot.Builder> merged = new TreeMap<>();
    byPolicy.forEach(
        (policy, metrics) -> {
          for (MetricSnapshot metric : metrics) {
            GaugeSnapshot gauge = (GaugeSnapshot) metric;
            GaugeSnapshot.Builder builder =
                merged.computeIfAbsent(gauge.getMetadata().getName(), n -> like(gauge));
            gauge.getDataPoints().forEach(p -> builder.dataPoint(labelled(p, policy)));
          }
        });
    MetricSnapshots.Builder all = MetricSnapshots.builder();
    merged.values().forEach(b -> all.metricSnapshot(b.build()));
    return all.build();
  }

  private static GaugeSnapshot.Builder like(GaugeSnapshot gauge) {
    return GaugeSnapshot.builder()
        .name(gauge.getMetadata().getName())
        .help(String.valueOf(gauge.getMetadata().getHelp()));
  }

  private static GaugeDataPointSnapshot labelled(GaugeDataPointSnapshot point, String policy) {
    return GaugeDataPointSnapshot.builder()
        .labels(point.getLabels().merge(Labels.of("policy", policy)))
        .value(point.getValue())
        .build();
  }
}
