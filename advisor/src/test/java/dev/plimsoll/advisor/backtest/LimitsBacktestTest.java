package dev.plimsoll.advisor.backtest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kube.policy.PolicyFile;
import dev.plimsoll.model.tenancy.decision.WaitingTolerance;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The back-test writes no more in one decision than {@code changes.limits} allows. */
class LimitsBacktestTest {
  private static final Path FILE =
      Path.of(
          System.getProperty("plimsoll.root"), "examples", "traces", "helios-earth-demand.csv.gz");
  private static final int DAY = 288;

  @TempDir Path folder;

  private static DemandTrace days() {
    return DemandTraceReader.read(FILE).between(0, 2 * DAY);
  }

  private BacktestReport replay(DemandTrace trace, String limits) throws IOException {
    Path policy = folder.resolve("policy.yaml");
    Files.writeString(
        policy,
        """
        apiVersion: plimsoll.dev/v1alpha1
        kind: CapacityPolicy
        metadata: {name: gpus}
        spec:
          tenants: [{name: %s, namespaces: [a]}]
          resources: [{name: nvidia.com/gpu}]
          changes: {limits: %s}
        """
            .formatted(trace.tenants().get(0), limits));
    return Backtest.run(
        trace,
        TracePolicy.of(PolicyFile.read(policy), trace),
        WaitingTolerance.DEFAULT,
        Duration.ZERO);
  }

  /** What one step changed. */
  private record Step(int quotas, long added, long taken) {}

  private static List<Step> steps(QuotaSeries series) {
    DemandTrace trace = series.trace();
    List<Step> steps = new ArrayList<>();
    for (int step = 0; step < trace.samples().size(); step++) {
      int quotas = 0;
      long added = 0;
      long taken = 0;
      for (int i = 0; i < trace.tenants().size(); i++) {
        String tenant = trace.tenants().get(i);
        long before = step == 0 ? trace.first().quotas().get(i) : series.of(tenant, step - 1);
        long change = series.of(tenant, step) - before;
        quotas += change == 0 ? 0 : 1;
        added += Math.max(0, change);
        taken += Math.max(0, -change);
      }
      steps.add(new Step(quotas, added, taken));
    }
    return steps;
  }

  @Test
  void a_decision_never_moves_more_units_than_the_limit() throws IOException {
    DemandTrace trace = days();

    assertThat(steps(replay(trace, "{quotas: 50, units: 100%}").quotas()))
        .anyMatch(s -> s.added() > 10)
        .anyMatch(s -> s.taken() > 10);
    BacktestReport limited = replay(trace, "{quotas: 50, units: 10}");

    assertThat(steps(limited.quotas())).allMatch(s -> s.added() <= 10 && s.taken() <= 10);
    assertThat(limited.withheld()).isPositive();
  }

  @Test
  void a_percentage_is_of_the_capacity_of_that_time() throws IOException {
    DemandTrace trace = days();
    long first = steps(replay(trace, "{quotas: 50, units: 100%}").quotas()).get(0).added();
    long percent = first * 100 / trace.first().capacity();

    assertThat(steps(replay(trace, limit(percent)).quotas()).get(0).added()).isZero();
    assertThat(steps(replay(trace, limit(percent + 1)).quotas()).get(0).added()).isEqualTo(first);
  }

  private static String limit(long percent) {
    return "{quotas: 50, units: " + percent + "%}";
  }

  @Test
  void a_decision_never_changes_more_quotas_than_the_limit() throws IOException {
    DemandTrace trace = days();

    assertThat(steps(replay(trace, "{quotas: 50, units: 100%}").quotas()))
        .anyMatch(s -> s.quotas() > 1);
    assertThat(steps(replay(trace, "{quotas: 1, units: 100%}").quotas()))
        .allMatch(s -> s.quotas() <= 1);
  }

  @Test
  void without_a_policy_nothing_is_withheld() {
    BacktestReport report =
        Backtest.run(days(), TracePolicy.NONE, WaitingTolerance.DEFAULT, Duration.ZERO);

    assertThat(report.withheld()).isZero();
  }
}
