package dev.plimsoll.advisor.backtest;

import dev.plimsoll.model.tenancy.division.Apportionment;
import dev.plimsoll.model.tenancy.division.Claim;
import dev.plimsoll.model.tenancy.division.ProportionalDivision;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Judges quotas that were observed while a trace was played, as the back-test judges its own. */
public final class ObservedOutcome {
  private final DemandTrace trace;
  private final OutcomeTally tally = new OutcomeTally();

  /** Begins to judge. */
  public ObservedOutcome(DemandTrace trace) {
    this.trace = trace;
  }

  /** Adds quotas that were in force for some time within a step. */
  public void add(int step, Duration interval, Map<String, Long> quotas) {
    DemandTrace.Sample sample = trace.samples().get(step);
    List<TenantLoad> loads = new ArrayList<>();
    for (int i = 0; i < trace.tenants().size(); i++) {
      String tenant = trace.tenants().get(i);
      loads.add(new TenantLoad(tenant, sample.quotas().get(i), sample.demands().get(i)));
    }
    tally.add(
        new TraceStep(sample.capacity(), interval, loads), fair(sample), quotas, sample.capacity());
  }

  private Apportionment fair(DemandTrace.Sample sample) {
    List<Claim> claims = new ArrayList<>();
    for (int i = 0; i < trace.tenants().size(); i++) {
      long weight = trace.first().quotas().get(i);
      claims.add(new Claim(trace.tenants().get(i), weight, 0, sample.demands().get(i)));
    }
    return ProportionalDivision.divide(sample.capacity(), claims);
  }

  /**
   * Returns the outcome.
   *
   * @param report the back-test of the same trace
   * @param changes how often a quota was changed
   */
  public RuleOutcome outcome(String rule, BacktestReport report, long changes) {
    return tally.outcome(
        rule,
        report.recorded().waitingHours(),
        report.lowerBoundHours(),
        changes / (trace.tenants().size() * trace.days()));
  }
}
