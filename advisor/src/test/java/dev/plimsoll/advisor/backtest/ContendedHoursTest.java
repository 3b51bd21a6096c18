package dev.plimsoll.advisor.backtest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.plimsoll.kube.policy.PolicyFile;
import dev.plimsoll.model.tenancy.decision.WaitingTolerance;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tenants {@code a} and {@code b} with recorded quotas of 6 and 2 of 8 GPUs, for ten days. */
class ContendedHoursTest {
  private static final Duration STEP = Duration.ofHours(1);
  private static final int STEPS = 240;

  @TempDir Path folder;

  /** In the first half nobody waits; in the second one, both want more than they may have. */
  private static DemandTrace trace() {
    List<DemandTrace.Sample> samples = new ArrayList<>();
    LocalDateTime time = LocalDateTime.of(2026, 1, 1, 0, 0);
    for (int i = 0; i < STEPS; i++) {
      samples.add(
          new DemandTrace.Sample(
              time.plus(STEP.multipliedBy(i)),
              List.of(6L, 2L),
              i < STEPS / 2 ? List.of(0L, 8L) : List.of(8L, 8L)));
    }
    return new DemandTrace(STEP, List.of("a", "b"), samples);
  }

  private BacktestReport replay(String division) throws IOException {
    Path policy = folder.resolve("policy.yaml");
    Files.writeString(
        policy,
        """
        apiVersion: plimsoll.dev/v1alpha1
        kind: CapacityPolicy
        metadata: {name: gpus}
        spec:
          tenants: [{name: a, namespaces: [a]}]
          resources: [{name: nvidia.com/gpu}]
          changes: {limits: {quotas: 50, units: 100%%}}
          division: %s
        """
            .formatted(division));
    return Backtest.run(
        trace(),
        TracePolicy.of(PolicyFile.read(policy), trace()),
        WaitingTolerance.DEFAULT,
        Duration.ZERO);
  }

  @Test
  void only_hours_count_in_which_demand_exceeds_capacity() throws IOException {
    HistoryOutcome outcome = replay("{type: Demand, history: {}}").history().orElseThrow();

    List<ContendedHours.Tenant> tenants = outcome.hours().tenants();
    assertThat(tenants).extracting(ContendedHours.Tenant::name).containsExactly("a", "b");
    assertThat(tenants.get(0).due()).isCloseTo(6.0 * STEPS / 2, within(1e-6));
    assertThat(tenants.get(1).due()).isCloseTo(2.0 * STEPS / 2, within(1e-6));
    assertThat(tenants.get(0).had() + tenants.get(1).had())
        .isLessThanOrEqualTo(8.0 * STEPS / 2 + 1e-6);
  }

  @Test
  void what_a_tenant_keeps_beyond_its_weight_is_off_the_weights() throws IOException {
    HistoryOutcome outcome = replay("{type: Demand, history: {}}").history().orElseThrow();

    ContendedHours.Tenant holder = outcome.hoursWithout().tenants().get(1);
    assertThat(outcome.hoursWithout().offWeights())
        .isCloseTo(Math.max(0, holder.had() - holder.due()) / (8.0 * STEPS / 2), within(1e-6));
    assertThat(outcome.without().rule()).isEqualTo("advisor, without history");
  }

  @Test
  void without_a_history_the_report_says_nothing_of_it() {
    DemandTrace trace = trace();
    BacktestReport report =
        Backtest.run(trace, TracePolicy.NONE, WaitingTolerance.DEFAULT, Duration.ZERO);

    assertThat(report.history()).isEmpty();
    assertThat(report.toJson().has("history")).isFalse();
  }

  @Test
  void the_chart_has_a_row_for_each_tenant() throws IOException {
    assertThat(BacktestChart.of(replay("{type: Demand, history: {}}")))
        .contains("Contended GPU-hours", " due</text>");
    assertThat(BacktestChart.of(replay("{type: Demand}"))).doesNotContain("Contended GPU-hours");
  }
}
