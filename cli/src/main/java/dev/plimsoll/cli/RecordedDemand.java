package dev.plimsoll.cli;

import dev.plimsoll.advisor.backtest.Backtest;
import dev.plimsoll.advisor.backtest.BacktestChart;
import dev.plimsoll.advisor.backtest.BacktestReport;
import dev.plimsoll.advisor.backtest.DemandTrace;
import dev.plimsoll.advisor.backtest.DemandTraceReader;
import dev.plimsoll.advisor.backtest.TracePolicy;
import dev.plimsoll.console.BacktestSource;
import dev.plimsoll.kube.policy.PolicyFile;
import dev.plimsoll.model.tenancy.decision.WaitingTolerance;
import dev.plimsoll.server.config.BacktestSettings;
import java.time.Duration;

/** The answer of {@code plimsoll backtest} about a file. */
final class RecordedDemand implements BacktestSource {
  private final DemandTrace trace;
  private final TracePolicy policy;

  private RecordedDemand(DemandTrace trace, TracePolicy policy) {
    this.trace = trace;
    this.policy = policy;
  }

  /**
   * Reads the files.
   *
   * @throws dev.plimsoll.kube.InputException if one can't be read, or they don't fit
   */
  static RecordedDemand read(BacktestSettings settings) {
    DemandTrace trace = DemandTraceReader.read(settings.demand());
    return new RecordedDemand(
        trace,
        settings
            .policy()
            .map(file -> TracePolicy.of(PolicyFile.read(file), trace))
            .orElse(TracePolicy.NONE));
  }

  @Override
  public Result run() {
    BacktestReport report = Backtest.run(trace, policy, WaitingTolerance.DEFAULT, Duration.ZERO);
    return new Result(report.toJson(), BacktestChart.of(report));
  }
}
