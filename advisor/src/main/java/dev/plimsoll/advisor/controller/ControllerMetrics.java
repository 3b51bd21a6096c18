package dev.plimsoll.advisor.controller;

import dev.plimsoll.server.metrics.MetricsRegistry;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.Gauge;
import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;

/** How the controller fares, and what the last decision found and did. */
final class ControllerMetrics {
  private static final double NANOS = 1e9;

  /** The outcome of a decision. */
  enum Result {
    /** The decision was made and carried out. */
    CARRIED_OUT,
    /** The decision could not be made or carried out. */
    FAILED,
    /** The lease was lost before all was written. */
    FENCED
  }

  private final Counter decisions;
  private final Gauge duration;
  private final Gauge leader;
  private final Gauge blocked;
  private volatile Optional<PrometheusRegistry> latest = Optional.empty();

  ControllerMetrics(MetricsRegistry registry) {
    decisions =
        registry.register(
            Counter.builder()
                .name("plimsoll_advisor_decisions")
                .help("Number of decisions by what became of them.")
                .labelNames("result")
                .build());
    duration =
        registry.register(
            Gauge.builder()
                .name("plimsoll_advisor_last_decision_duration_seconds")
                .help("Seconds that the last decision took, with what was written.")
                .build());
    leader =
        registry.register(
            Gauge.builder()
                .name("plimsoll_advisor_leader")
                .help("Whether this replica leads (1) or not (0).")
                .build());
    blocked =
        registry.register(
            Gauge.builder()
                .name("plimsoll_advisor_blocked")
                .help("Whether nothing is decided because the cluster isn't known well enough (1).")
                .build());
    for (Result result : Result.values()) {
      decisions.labelValues(label(result)).inc(0);
    }
    registry.registerAll(
        new MultiCollector() {
          @Override
          public MetricSnapshots collect() {
            return latest.map(PrometheusRegistry::scrape).orElseGet(MetricSnapshots::new);
          }
        });
  }

  private static String label(Result result) {
    return result.name().toLowerCase(Locale.ROOT);
  }

  void isLeader(boolean now) {
    leader.set(now ? 1 : 0);
    if (!now) {
      latest = Optional.empty();
    }
  }

  void blocked(boolean now) {
    blocked.set(now ? 1 : 0);
  }

  /** Shows what the decision found and did in place of what the one before did. */
  void carriedOut(PrometheusRegistry advice, Duration took) {
    latest = Optional.of(advice);
    duration.set(took.toNanos() / NANOS);
    ended(Result.CARRIED_OUT);
  }

  void ended(Result result) {
    decisions.labelValues(label(result)).inc();
  }
}
