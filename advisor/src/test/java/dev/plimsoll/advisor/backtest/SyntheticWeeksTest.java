package dev.plimsoll.advisor.backtest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.EnumSource.Mode.EXCLUDE;

import dev.plimsoll.model.tenancy.decision.WaitingTolerance;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The default tolerance on made-up weeks that differ from the recorded ones. */
class SyntheticWeeksTest {
  private static final int SEEDS = 3;

  @ParameterizedTest
  @EnumSource
  void almost_all_waiting_is_recovered_and_nothing_is_overdrawn(SyntheticWeek.Kind kind) {
    assertThat(outcomes(kind))
        .allSatisfy(
            o -> {
              assertThat(o.recovered()).isGreaterThanOrEqualTo(0.99);
              assertThat(o.overCapacity()).isZero();
              assertThat(o.belowRunning()).isZero();
              assertThat(o.shortfall()).isLessThanOrEqualTo(0.01);
            });
  }

  @ParameterizedTest
  @EnumSource(mode = EXCLUDE, names = "ALTERNATING")
  void quotas_change_seldom(SyntheticWeek.Kind kind) {
    assertThat(outcomes(kind))
        .allSatisfy(o -> assertThat(o.changesPerTenantDay()).isLessThanOrEqualTo(2.5));
  }

  @ParameterizedTest
  @EnumSource(names = "ALTERNATING")
  void where_all_demand_turns_every_day_quotas_change_half_as_often_as_if_moved_at_once(
      SyntheticWeek.Kind kind) {
    BacktestReport report =
        Backtest.run(
            SyntheticWeek.of(kind, 1), TracePolicy.NONE, WaitingTolerance.DEFAULT, Duration.ZERO);

    assertThat(report.others())
        .filteredOn(o -> o.rule().equals("move what waits every 5 min"))
        .singleElement()
        .satisfies(
            o ->
                assertThat(report.advised().changesPerTenantDay())
                    .isLessThan(o.changesPerTenantDay() / 2));
  }

  private static List<RuleOutcome> outcomes(SyntheticWeek.Kind kind) {
    List<RuleOutcome> ruleOutcomes = new ArrayList<>();
    for (long seed = 1; seed <= SEEDS; seed++) {
      ruleOutcomes.add(
          Backtest.advised(
              SyntheticWeek.of(kind, seed), TracePolicy.NONE, WaitingTolerance.DEFAULT, 0));
    }
    return ruleOutcomes;
  }
}
