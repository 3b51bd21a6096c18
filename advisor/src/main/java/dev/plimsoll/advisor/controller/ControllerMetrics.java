package dev.plimsoll.advisor.controller;

import dev.plimsoll.advisor.live.WriteOutcome;
import dev.plimsoll.advisor.metrics.PolicyMetrics;
import dev.plimsoll.advisor.recommend.Advice;
import dev.plimsoll.server.metrics.MetricsRegistry;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.Gauge;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Locale;

/** How the controller fares, and what the last decision of each policy found and did. */
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
  private final PolicyMetrics policies = new PolicyMetrics();

  ControllerMetrics(MetricsRegistry registry) {
    decisions =
        registry.register(
            Counter.builder()
                .name("plimsoll_advisor_decisions")
                .help(
                    "Decisions of the controller by result: carried_out, failed, or"
                        + " fenced if the Lease was lost meanwhile. The policy is empty if none"
                        + " could be read.")
                .labelNames("policy", "result")
                .build());
    duration =
        registry.register(
            Gauge.builder()
                .name("plimsoll_advisor_last_decision_duration_seconds")
                .help("Seconds that the last decision on a policy took, with its writes.")
                .labelNames("policy")
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
                .help("1 while nothing is decided, because the cluster isn't known well enough.")
                .build());
    for (Result result : Result.values()) {
      decisions.labelValues("", label(result)).inc(0);
    }
    registry.registerAll(policies);
  }

  private static String label(Result result) {
    return result.name().toLowerCase(Locale.ROOT);
  }

  void isLeader(boolean now) {
    leader.set(now ? 1 : 0);
    if (!now) {
      retain(List.of());
    }
  }

  void blocked(boolean now) {
    blocked.set(now ? 1 : 0);
  }

  /** Shows what the decision found and did, in place of the policy's decision before it. */
  void carriedOut(Advice advice, List<WriteOutcome> writeOutcomes, Instant now, Duration took) {
    String policy = advice.shares().capacity().policy().name();
    policies.put(advice, writeOutcomes, now);
    duration.labelValues(policy).set(took.toNanos() / NANOS);
    ended(policy, Result.CARRIED_OUT);
  }

  /** Counts a decision on a policy; the name is empty if no policy could be read. */
  void ended(String policy, Result result) {
    decisions.labelValues(policy, label(result)).inc();
  }

  /** Drops the gauges of policies that no longer apply. */
  void retain(Collection<String> applied) {
    policies.retain(applied);
    for (GaugeSnapshot.GaugeDataPointSnapshot point : duration.collect().getDataPoints()) {
      String policy = String.valueOf(point.getLabels().get("policy"));
      if (!applied.contains(policy)) {
        duration.remove(policy);
      }
    }
  }
}
