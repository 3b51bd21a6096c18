package dev.plimsoll.advisor.backtest;

import dev.plimsoll.model.tenancy.division.Apportionment;
import dev.plimsoll.model.tenancy.division.Claim;
import dev.plimsoll.model.tenancy.division.Proportional;
import dev.plimsoll.model.tenancy.steering.Load;
import dev.plimsoll.model.tenancy.steering.Moment;
import dev.plimsoll.model.tenancy.steering.Patience;
import dev.plimsoll.model.tenancy.steering.Steering;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Replays recorded demand and sets quotas from moment to moment.
 *
 * <p>At each moment a rule sees what tenants have running and pending then, and what it saw before,
 * and sets quotas that hold from that moment on. What it doesn't give waits. Running jobs aren't
 * stopped, and demand is as recorded whatever the quotas.
 */
public final class BackTest {
  private final DemandTrace trace;
  private final List<Moment> moments = new ArrayList<>();
  private final List<Apportionment> fair = new ArrayList<>();
  private final SortedMap<String, Long> start = new TreeMap<>();
  private final List<Moment> agreed = new ArrayList<>();
  private final Outcome recorded;
  private final double bound;

  private BackTest(DemandTrace trace, Bounds bounds) {
    this.trace = trace;
    for (int i = 0; i < trace.tenants().size(); i++) {
      start.put(trace.tenants().get(i), trace.first().quotas().get(i));
    }
    for (DemandTrace.Sample sample : trace.samples()) {
      moments.add(moment(sample, Bounds.NONE));
      agreed.add(moment(sample, bounds));
      fair.add(fair(sample));
    }
    this.bound = trace.samples().stream().mapToLong(BackTest::excess).sum() * trace.stepHours();
    QuotaSeries before = replay(new Recorded());
    this.recorded =
        tally(before).outcome("recorded quotas", tally(before).waiting(), bound, changes(before));
  }

  /** Replays the trace under what was agreed for its tenants, and compares with simpler rules. */
  public static BackTestReport run(DemandTrace trace, Bounds bounds, Patience patience) {
    BackTest test = new BackTest(trace, bounds);
    QuotaSeries advised = test.steer(patience);
    return new BackTestReport(
        trace,
        test.recorded,
        test.bound,
        test.outcome("advisor", advised),
        test.frontier(patience),
        test.others(),
        advised);
  }

  /** Returns what the advisor's quotas alone would have done. */
  static Outcome advised(DemandTrace trace, Bounds bounds, Patience patience) {
    BackTest test = new BackTest(trace, bounds);
    return test.outcome("advisor", test.steer(patience));
  }

  private List<Outcome> frontier(Patience patience) {
    return Stream.of(0, 3, 5, 10)
        .parallel()
        .map(
            percent ->
                outcome(
                    "advisor, tolerating " + percent + " %",
                    steer(patience.withTolerance(percent / 100.0))))
        .toList();
  }

  private List<Outcome> others() {
    Stream<Outcome> divided =
        Stream.of(1, 6, 24)
            .map(
                hours ->
                    outcome(
                        "re-divide all every " + hours + " h",
                        replay(every(Duration.ofHours(hours), new Redivision(start)))));
    Stream<Outcome> moved =
        Stream.of(5, 30, 60)
            .map(
                minutes ->
                    outcome(
                        "move what waits every " + minutes + " min",
                        replay(every(Duration.ofMinutes(minutes), new MoveOnly(start)))));
    return Stream.concat(divided, moved).parallel().toList();
  }

  private QuotaSeries steer(Patience patience) {
    Steering steering = new Steering(patience, start);
    return new QuotaSeries(trace, agreed.stream().map(steering::decide).toList());
  }

  private QuotaRule every(Duration time, QuotaRule rule) {
    return new Periodically(rule, Math.max(1, time.dividedBy(trace.step())));
  }

  private Outcome outcome(String name, QuotaSeries series) {
    return tally(series).outcome(name, recorded.waitingHours(), bound, changes(series));
  }

  private double changes(QuotaSeries series) {
    return series.changes() / (trace.tenants().size() * trace.days());
  }

  private QuotaSeries replay(QuotaRule rule) {
    List<SortedMap<String, Long>> quotas = new ArrayList<>();
    moments.forEach(m -> quotas.add(rule.decide(m)));
    return new QuotaSeries(trace, quotas);
  }

  private Tally tally(QuotaSeries series) {
    Tally tally = new Tally();
    for (int m = 0; m < moments.size(); m++) {
      tally.add(moments.get(m), fair.get(m), series.quotas().get(m));
    }
    return tally;
  }

  private Moment moment(DemandTrace.Sample sample, Bounds bounds) {
    List<Load> loads = new ArrayList<>();
    for (int i = 0; i < trace.tenants().size(); i++) {
      long quota = sample.quotas().get(i);
      long demand = sample.demands().get(i);
      loads.add(bounds.load(trace.tenants().get(i), quota, demand, sample.capacity()));
    }
    return new Moment(
        bounds.given(sample.capacity()), trace.step(), loads, bounds.strides(sample.capacity()));
  }

  /** Returns the fair amounts, where the weights are the quotas recorded first. */
  private Apportionment fair(DemandTrace.Sample sample) {
    List<Claim> claims = new ArrayList<>();
    for (int i = 0; i < trace.tenants().size(); i++) {
      String tenant = trace.tenants().get(i);
      long weight = trace.first().quotas().get(i);
      claims.add(new Claim(tenant, weight, 0, sample.demands().get(i)));
    }
    return Proportional.divide(sample.capacity(), claims);
  }

  private static long excess(DemandTrace.Sample sample) {
    long demand = sample.demands().stream().mapToLong(Long::longValue).sum();
    return Math.max(0, demand - sample.capacity());
  }
}
