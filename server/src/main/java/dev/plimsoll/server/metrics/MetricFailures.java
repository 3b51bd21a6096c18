package dev.plimsoll.server.metrics;

import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.CounterSnapshot.CounterDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * Metrics that could not be exported, wholly or in part. Each failure is counted; the first one of
 * each metric is logged.
 */
final class MetricFailures {
  /** The metric that counts failures, without {@code _total}. */
  static final String NAME = "plimsoll_metric_failures";

  /** The label that names the broken metric. */
  static final String METRIC = "metric";

  private static final System.Logger LOG = System.getLogger(MetricFailures.class.getName());

  private final ConcurrentMap<String, Long> counts = new ConcurrentHashMap<>();

  /** Counts a failure of a metric. */
  void add(String metric, Throwable reason) {
    add(metric, String.valueOf(reason));
  }

  /** Counts a failure of a metric. */
  void add(String metric, String reason) {
    if (counts.merge(metric, 1L, Long::sum) == 1) {
      LOG.log(
          System.Logger.Level.WARNING,
          "cannot export all of the metric {0}: {1}; other metrics are exported",
          metric,
          reason);
    }
  }

  /** Returns how often each metric failed, by name. */
  Map<String, Long> counts() {
    return Map.copyOf(counts);
  }

  /** Returns counts as a metric. */
  static CounterSnapshot snapshot(Map<String, Long> counts) {
    CounterSnapshot.Builder all =
        CounterSnapshot.builder()
            .name(NAME)
            .help(
                "Scrapes that lack a metric, or samples of it, because of an error."
                    + " The log has the first error of each metric.");
    counts.forEach(
        (metric, count) ->
            all.dataPoint(
                CounterDataPointSnapshot.builder()
                    .labels(Labels.of(METRIC, metric))
                    .value(count)
                    .build()));
    return all.build();
  }
}
