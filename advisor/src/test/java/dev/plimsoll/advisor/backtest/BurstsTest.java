package dev.plimsoll.advisor.backtest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.model.tenancy.decision.WaitingTolerance;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Demand that jumps up every hour for five minutes, with quotas set one step late. */
class BurstsTest {
  private static final Path FILE =
      Path.of(
          System.getProperty("plimsoll.root"), "examples", "traces", "helios-earth-demand.csv.gz");
  private static final int STEPS_A_WEEK = 7 * 288;
  private static final int STEPS_AN_HOUR = 12;

  private static RuleOutcome oneStepLate(DemandTrace trace) {
    return Backtest.advised(trace, TracePolicy.NONE, WaitingTolerance.DEFAULT, 1);
  }

  /** Returns the trace with a burst of each tenant, in every hour at a minute of its own. */
  private static DemandTrace withBursts(DemandTrace trace, double part) {
    Random random = new Random(1);
    int[] phases = new int[trace.tenants().size()];
    long[] units = new long[phases.length];
    for (int i = 0; i < phases.length; i++) {
      phases[i] = random.nextInt(STEPS_AN_HOUR);
      double size = part * (0.5 + random.nextDouble()) * trace.first().quotas().get(i);
      units[i] = Math.max(1, Math.round(size));
    }
    List<DemandTrace.Sample> samples = new ArrayList<>();
    for (int step = 0; step < trace.samples().size(); step++) {
      DemandTrace.Sample sample = trace.samples().get(step);
      List<Long> demands = new ArrayList<>();
      for (int i = 0; i < phases.length; i++) {
        boolean bursts = step % STEPS_AN_HOUR == phases[i];
        demands.add(sample.demands().get(i) + (bursts ? units[i] : 0));
      }
      samples.add(new DemandTrace.Sample(sample.time(), sample.quotas(), demands));
    }
    return new DemandTrace(trace.step(), trace.tenants(), samples);
  }

  @Test
  void bursts_on_recorded_demand_move_quotas_seldom() {
    DemandTrace week = DemandTraceReader.read(FILE).between(0, STEPS_A_WEEK);

    RuleOutcome small = oneStepLate(withBursts(week, 0.25));
    assertThat(small.recovered()).isGreaterThan(0.96);
    assertThat(small.changesPerTenantDay()).isLessThan(3);

    RuleOutcome large = oneStepLate(withBursts(week, 0.4));
    assertThat(large.recovered()).isGreaterThan(0.88);
    assertThat(large.changesPerTenantDay()).isLessThan(8);
  }
}
