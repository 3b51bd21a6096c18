package dev.plimsoll.advisor.backtest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.plimsoll.model.tenancy.decision.WaitingTolerance;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class HeliosBacktestTest {
  private static final Path FILE =
      Path.of(System.getProperty("plimsoll.root"), "examples/traces/helios-earth-demand.csv.gz");

  private static BacktestReport report;

  @BeforeAll
  static void replay() {
    report =
        Backtest.run(
            DemandTraceReader.read(FILE),
            TracePolicy.NONE,
            WaitingTolerance.DEFAULT,
            Duration.ZERO);
  }

  @Test
  void recovers_almost_all_waiting_with_few_changes() {
    assertThat(report.advised().recovered()).isGreaterThan(0.99);
    assertThat(report.advised().changesPerTenantDay()).isLessThan(1.8);
    assertThat(report.advised().shortfall()).isLessThan(0.01);
  }

  @Test
  void loses_little_where_quotas_are_set_a_step_later_than_what_they_are_decided_by() {
    assertThat(report.delayed().recovered()).isGreaterThan(0.985);
    assertThat(report.delayed().changesPerTenantDay()).isLessThan(1.7);
    assertThat(report.delayed().shortfall()).isLessThan(0.01);
  }

  @Test
  void keeps_to_what_there_is_and_runs() {
    assertThat(report.outcomes()).allMatch(o -> o.overCapacity() == 0 && o.belowRunning() == 0);
  }

  @Test
  void is_ahead_of_every_simpler_rule() {
    List<RuleOutcome> own = report.frontier();
    assertThat(report.others())
        .allSatisfy(
            other ->
                assertThat(own)
                    .anyMatch(
                        o ->
                            o.recovered() >= other.recovered()
                                && o.changesPerTenantDay() < other.changesPerTenantDay()));
  }

  @Test
  void simpler_rules_do_what_they_are_known_to_do() {
    assertThat(report.recorded().waitingHours()).isCloseTo(17000, within(1.0));
    assertThat(report.lowerBoundHours()).isCloseTo(151.25, within(0.01));
    assertThat(report.others())
        .extracting(o -> Math.round(100 * o.recovered()))
        .containsExactly(95L, 79L, 54L, 100L, 97L, 95L);
  }

  @Test
  void each_half_alone_comes_out_as_well() {
    DemandTrace trace = report.trace();
    int half = trace.samples().size() / 2;
    for (DemandTrace part : List.of(trace.between(0, half), trace.between(half, 2 * half))) {
      RuleOutcome advised =
          Backtest.run(part, TracePolicy.NONE, WaitingTolerance.DEFAULT, Duration.ZERO).advised();
      assertThat(advised.recovered()).isGreaterThan(0.99);
      assertThat(advised.changesPerTenantDay()).isLessThan(3);
    }
  }
}
