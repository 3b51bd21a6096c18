package dev.plimsoll.advisor.backtest;

import dev.plimsoll.model.tenancy.decision.WaitingTolerance;
import dev.plimsoll.model.tenancy.division.Apportionment;
import dev.plimsoll.model.tenancy.division.Claim;
import dev.plimsoll.model.tenancy.division.ProportionalDivision;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.DoubleConsumer;
import java.util.stream.Stream;

/**
 * Replays recorded demand and sets quotas observation by observation.
 *
 * <p>At each observation a rule sees what tenants have running and pending then, and what it saw
 * before, and sets quotas that hold from then on. What it doesn't give waits. Running jobs aren't
 * stopped, and demand is as recorded regardless of the quotas.
 */
public final class Backtest {
  /** How much waiting is tolerated in the outcomes that show more and less, in percent. */
  private static final List<Integer> TOLERATED = List.of(0, 3, 5, 10, 20);

  private final DemandTrace trace;
  private final TracePolicy tracePolicy;
  private final List<TraceStep> steps = new ArrayList<>();
  private final List<Apportionment> fair = new ArrayList<>();
  private final SortedMap<String, Long> start = new TreeMap<>();
  private final RuleOutcome recorded;
  private final double lowerBoundHours;
  private final Runnable afterStep;

  private Backtest(DemandTrace trace, TracePolicy tracePolicy, Runnable afterStep) {
    this.afterStep = afterStep;
    this.trace = trace;
    this.tracePolicy = tracePolicy;
    for (int i = 0; i < trace.tenants().size(); i++) {
      start.put(trace.tenants().get(i), trace.first().quotas().get(i));
    }
    for (DemandTrace.Sample sample : trace.samples()) {
      steps.add(step(sample));
      fair.add(fair(sample));
    }
    this.lowerBoundHours =
        trace.samples().stream().mapToLong(DemandTrace.Sample::excess).sum() * trace.stepHours();
    QuotaSeries before = replay(new RecordedQuotaRule());
    this.recorded =
        tally(before)
            .outcome("recorded quotas", tally(before).waiting(), lowerBoundHours, changes(before));
  }

  /** Replays the trace without telling how far that is. */
  public static BacktestReport run(
      DemandTrace trace,
      TracePolicy tracePolicy,
      WaitingTolerance waitingTolerance,
      Duration delay) {
    return run(trace, tracePolicy, waitingTolerance, delay, done -> {});
  }

  /**
   * Replays the trace under what was agreed for its tenants, and compares with simpler rules.
   *
   * @param delay how much later than one step after what it was decided by a quota is set, in the
   *     second of the advisor's outcomes
   * @param progress is told how much of the work is done, as a part of 1, by several threads
   */
  public static BacktestReport run(
      DemandTrace trace,
      TracePolicy tracePolicy,
      WaitingTolerance waitingTolerance,
      Duration delay,
      DoubleConsumer progress) {
    int replays = 2 + TOLERATED.size() + (tracePolicy.leans() ? 1 : 0);
    double all = trace.samples().size() * (double) replays;
    AtomicLong done = new AtomicLong();
    Backtest test =
        new Backtest(trace, tracePolicy, () -> progress.accept(done.incrementAndGet() / all));
    QuotaSeries advised = test.rebalance(waitingTolerance, 0);
    Duration reaction = trace.step().plus(delay);
    return new BacktestReport(
        trace,
        test.recorded,
        test.lowerBoundHours,
        test.advised("advisor, at once", advised, 0),
        test.advised(
            "advisor, %d min later".formatted(reaction.toMinutes()),
            test.rebalance(waitingTolerance, test.steps(reaction)),
            test.steps(reaction)),
        test.frontier(waitingTolerance),
        test.others(),
        advised,
        test.history(waitingTolerance, advised));
  }

  /** Returns the outcome of the advisor's quotas alone, set {@code delay} steps late. */
  static RuleOutcome advised(
      DemandTrace trace, TracePolicy tracePolicy, WaitingTolerance waitingTolerance, int delay) {
    Backtest test = new Backtest(trace, tracePolicy, () -> {});
    return test.advised("advisor", test.rebalance(waitingTolerance, delay), delay);
  }

  private Optional<HistoryOutcome> history(WaitingTolerance waitingTolerance, QuotaSeries advised) {
    if (!tracePolicy.leans()) {
      return Optional.empty();
    }
    QuotaSeries without =
        new AdvisorReplay(trace, tracePolicy.withoutHistory(), waitingTolerance, afterStep)
            .replay(start, 0);
    return Optional.of(
        new HistoryOutcome(
            advised("advisor, without history", without, 0),
            ContendedHours.of(advised, steps, fair),
            ContendedHours.of(without, steps, fair)));
  }

  private RuleOutcome advised(String name, QuotaSeries series, int delay) {
    int grace = steps(tracePolicy.longestLoss()) + delay;
    return tally(series, grace)
        .outcome(name, recorded.waitingHours(), lowerBoundHours, changes(series));
  }

  /** Returns how many steps that lasts, rounded up. */
  private int steps(Duration time) {
    return Math.toIntExact(time.plus(trace.step()).minusNanos(1).dividedBy(trace.step()));
  }

  private List<RuleOutcome> frontier(WaitingTolerance waitingTolerance) {
    return TOLERATED.parallelStream()
        .map(
            percent ->
                advised(
                    "advisor, tolerating " + percent + " %",
                    rebalance(waitingTolerance.withTolerance(percent / 100.0), 0),
                    0))
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

  private QuotaSeries rebalance(WaitingTolerance waitingTolerance, int delay) {
    return new AdvisorReplay(trace, tracePolicy, waitingTolerance, afterStep).replay(start, delay);
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
    steps.forEach(o -> quotas.add(rule.decide(o)));
    return new QuotaSeries(trace, quotas, 0);
  }

  private OutcomeTally tally(QuotaSeries series) {
    return tally(series, 0);
  }

  /**
   * Adds up the effects of the quotas; lost capacity counts for {@code graceSteps} further steps.
   */
  private OutcomeTally tally(QuotaSeries series, int graceSteps) {
    OutcomeTally outcomeTally = new OutcomeTally();
    for (int i = 0; i < steps.size(); i++) {
      long allowed =
          steps.subList(Math.max(0, i - graceSteps), i + 1).stream()
              .mapToLong(TraceStep::capacity)
              .max()
              .orElse(0);
      outcomeTally.add(steps.get(i), fair.get(i), series.quotas().get(i), allowed);
    }
    return outcomeTally;
  }

  private TraceStep step(DemandTrace.Sample sample) {
    List<TenantLoad> tenantLoads = new ArrayList<>();
    for (int i = 0; i < trace.tenants().size(); i++) {
      tenantLoads.add(
          new TenantLoad(trace.tenants().get(i), sample.quotas().get(i), sample.demands().get(i)));
    }
    return new TraceStep(sample.capacity(), trace.step(), tenantLoads);
  }

  /**
   * Returns the fair amounts by which all rules are judged. The weights are the quotas recorded
   * first, and not those in force as in {@link TraceStep#fairShares}, by which a rule decides.
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
