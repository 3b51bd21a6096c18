package dev.plimsoll.advisor.backtest;

import dev.plimsoll.model.tenancy.division.Apportionment;
import dev.plimsoll.model.tenancy.division.Claim;
import dev.plimsoll.model.tenancy.division.ProportionalDivision;
import dev.plimsoll.model.tenancy.rebalance.Observation;
import dev.plimsoll.model.tenancy.rebalance.Rebalancer;
import dev.plimsoll.model.tenancy.rebalance.TenantLoad;
import dev.plimsoll.model.tenancy.rebalance.WaitingTolerance;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Replays recorded demand and sets quotas observation by observation.
 *
 * <p>At each observation a rule sees what tenants have running and pending then, and what it saw
 * before, and sets quotas that hold from then on. What it doesn't give waits. Running jobs aren't
 * stopped, and demand is as recorded whatever the quotas.
 */
public final class Backtest {
  private final DemandTrace trace;
  private final List<Observation> observations = new ArrayList<>();
  private final List<Apportionment> fair = new ArrayList<>();
  private final SortedMap<String, Long> start = new TreeMap<>();
  private final List<Observation> observationsUnderPolicy = new ArrayList<>();
  private final RuleOutcome recorded;
  private final double lowerBoundHours;

  private Backtest(DemandTrace trace, TracePolicy tracePolicy) {
    this.trace = trace;
    for (int i = 0; i < trace.tenants().size(); i++) {
      start.put(trace.tenants().get(i), trace.first().quotas().get(i));
    }
    for (DemandTrace.Sample sample : trace.samples()) {
      observations.add(observation(sample, TracePolicy.NONE));
      observationsUnderPolicy.add(observation(sample, tracePolicy));
      fair.add(fair(sample));
    }
    this.lowerBoundHours =
        trace.samples().stream().mapToLong(DemandTrace.Sample::excess).sum() * trace.stepHours();
    QuotaSeries before = replay(new RecordedQuotaRule());
    this.recorded =
        tally(before)
            .outcome("recorded quotas", tally(before).waiting(), lowerBoundHours, changes(before));
  }

  /** Replays the trace under what was agreed for its tenants, and compares with simpler rules. */
  public static BacktestReport run(
      DemandTrace trace, TracePolicy tracePolicy, WaitingTolerance waitingTolerance) {
    Backtest test = new Backtest(trace, tracePolicy);
    QuotaSeries advised = test.rebalance(waitingTolerance);
    return new BacktestReport(
        trace,
        test.recorded,
        test.lowerBoundHours,
        test.outcome("advisor", advised),
        test.frontier(waitingTolerance),
        test.others(),
        advised);
  }

  /** Returns what the advisor's quotas alone would have done. */
  static RuleOutcome advised(
      DemandTrace trace, TracePolicy tracePolicy, WaitingTolerance waitingTolerance) {
    Backtest test = new Backtest(trace, tracePolicy);
    return test.outcome("advisor", test.rebalance(waitingTolerance));
  }

  private List<RuleOutcome> frontier(WaitingTolerance waitingTolerance) {
    return Stream.of(0, 3, 5, 10)
        .parallel()
        .map(
            percent ->
                outcome(
                    "advisor, tolerating " + percent + " %",
                    rebalance(waitingTolerance.withTolerance(percent / 100.0))))
        .toList();
  }

  private List<RuleOutcome> others() {
    Stream<RuleOutcome> divided =
        Stream.of(1, 6, 24)
            .map(
                hours ->
                    outcome(
                        "re-divide all every " + hours + " h",
                        replay(every(Duration.ofHours(hours), new RedivideAllRule(start)))));
    Stream<RuleOutcome> moved =
        Stream.of(5, 30, 60)
            .map(
                minutes ->
                    outcome(
                        "move what waits every " + minutes + " min",
                        replay(every(Duration.ofMinutes(minutes), new MoveWaitingRule(start)))));
    return Stream.concat(divided, moved).parallel().toList();
  }

  private QuotaSeries rebalance(WaitingTolerance waitingTolerance) {
    Rebalancer rebalancer = new Rebalancer(waitingTolerance, start);
    return new QuotaSeries(
        trace, observationsUnderPolicy.stream().map(rebalancer::decide).toList());
  }

  private QuotaRule every(Duration time, QuotaRule rule) {
    return new PeriodicRule(rule, Math.max(1, time.dividedBy(trace.step())));
  }

  private RuleOutcome outcome(String name, QuotaSeries series) {
    return tally(series).outcome(name, recorded.waitingHours(), lowerBoundHours, changes(series));
  }

  private double changes(QuotaSeries series) {
    return series.changes() / (trace.tenants().size() * trace.days());
  }

  private QuotaSeries replay(QuotaRule rule) {
    List<SortedMap<String, Long>> quotas = new ArrayList<>();
    observations.forEach(o -> quotas.add(rule.decide(o)));
    return new QuotaSeries(trace, quotas);
  }

  private OutcomeTally tally(QuotaSeries series) {
    OutcomeTally outcomeTally = new OutcomeTally();
    for (int i = 0; i < observations.size(); i++) {
      outcomeTally.add(observations.get(i), fair.get(i), series.quotas().get(i));
    }
    return outcomeTally;
  }

  private Observation observation(DemandTrace.Sample sample, TracePolicy tracePolicy) {
    List<TenantLoad> tenantLoads = new ArrayList<>();
    for (int i = 0; i < trace.tenants().size(); i++) {
      long quota = sample.quotas().get(i);
      long demand = sample.demands().get(i);
      tenantLoads.add(tracePolicy.load(trace.tenants().get(i), quota, demand, sample.capacity()));
    }
    return new Observation(
        tracePolicy.distributable(sample.capacity()),
        trace.step(),
        tenantLoads,
        tracePolicy.stepLimits(sample.capacity()));
  }

  /**
   * Returns the fair amounts by which all rules are judged. The weights are the quotas recorded
   * first, and not those in force as in {@link Observation#fairShares}, by which a rule decides.
   */
  private Apportionment fair(DemandTrace.Sample sample) {
    List<Claim> claims = new ArrayList<>();
    for (int i = 0; i < trace.tenants().size(); i++) {
      String tenant = trace.tenants().get(i);
      long weight = trace.first().quotas().get(i);
      claims.add(new Claim(tenant, weight, 0, sample.demands().get(i)));
    }
    return ProportionalDivision.divide(sample.capacity(), claims);
  }
}
