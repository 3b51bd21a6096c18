package dev.plimsoll.extender.metrics;

import dev.plimsoll.extender.scheduler.Decisions;
import dev.plimsoll.server.metrics.MetricsRegistry;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.Histogram;

/** The counts and times of the extender's answers, and its knowledge of the cluster. */
public final class ExtenderMetrics {
  private static final double NANOS = 1e9;

  private final Counter decisions;
  private final Histogram duration;
  private final Counter evictions;

  /** Registers the metrics. */
  public ExtenderMetrics(Decisions answers, MetricsRegistry registry) {
    decisions =
        registry.register(
            Counter.builder()
                .name("plimsoll_extender_decisions_total")
                .help("Answers to kube-scheduler, by verb and reason.")
                .labelNames("verb", "reason")
                .build());
    duration =
        registry.register(
            Histogram.builder()
                .name("plimsoll_extender_duration_seconds")
                .help(
                    "Seconds from the read request to the written answer, by verb. Buckets: 0.5 ms to 1 s.")
                .labelNames("verb")
                .classicUpperBounds(0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.5, 1)
                .build());
    evictions =
        registry.register(
            Counter.builder()
                .name("plimsoll_extender_evictions_total")
                .help(
                    "Nodes where kube-scheduler would have evicted pods for another pod,"
                        + " by answer: allowed or denied.")
                .labelNames("answer")
                .build());
    registry.registerAll(new ClusterMetrics(answers));
  }

  /** Counts the nodes on which evictions were allowed for a pod, and those on which not. */
  public void preempted(int allowed, int denied) {
    evictions.labelValues("allowed").inc(allowed);
    evictions.labelValues("denied").inc(denied);
  }

  /** Counts an answer that took this number of nanoseconds. */
  public void answered(String verb, String reason, long nanos) {
    decisions.labelValues(verb, reason).inc();
    duration.labelValues(verb).observe(nanos / NANOS);
  }
}
