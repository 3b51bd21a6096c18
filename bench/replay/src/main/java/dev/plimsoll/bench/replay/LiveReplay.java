package dev.plimsoll.bench.replay;

import dev.plimsoll.advisor.backtest.Backtest;
import dev.plimsoll.advisor.backtest.BacktestReport;
import dev.plimsoll.advisor.backtest.DemandTrace;
import dev.plimsoll.advisor.backtest.DemandTraceReader;
import dev.plimsoll.advisor.backtest.TracePolicy;
import dev.plimsoll.model.tenancy.decision.WaitingTolerance;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Compares what the advisor does on an API server with the back-test of the same days. */
public final class LiveReplay {
  private static final int DEFAULT_DAYS = 3;
  private static final int DEFAULT_STEP_MILLIS = 1000;

  private LiveReplay() {}

  /**
   * Runs the comparison and prints it.
   *
   * @param arguments {@code --demand FILE [--from DATE] [--days DAYS] [--step-millis MILLIS]
   *     [--json FILE]}; without a date the last days of the file
   */
  public static void main(String[] arguments) throws Exception {
    Map<String, String> options = new HashMap<>();
    for (int i = 0; i + 1 < arguments.length; i += 2) {
      options.put(arguments[i], arguments[i + 1]);
    }
    DemandTrace trace =
        days(DemandTraceReader.read(Path.of(options.getOrDefault("--demand", ""))), options);
    Duration step =
        Duration.ofMillis(
            Long.parseLong(
                options.getOrDefault("--step-millis", Integer.toString(DEFAULT_STEP_MILLIS))));
    BacktestReport report =
        Backtest.run(trace, TracePolicy.NONE, WaitingTolerance.DEFAULT, Duration.ZERO);
    Path folder = Files.createTempDirectory("plimsoll-replay");
    try (ReplayServer server = ReplayServer.start(folder)) {
      ReplayResult result = new ReplayedCluster(server, folder, trace, step).play(report);
      ReplayText.print(System.out, report, result);
      if (options.containsKey("--json")) {
        Files.writeString(Path.of(options.get("--json")), ReplayText.json(report, result));
      }
    }
  }

  private static DemandTrace days(DemandTrace trace, Map<String, String> options) {
    int perDay = (int) Duration.ofDays(1).dividedBy(trace.step());
    double days =
        Double.parseDouble(options.getOrDefault("--days", Integer.toString(DEFAULT_DAYS)));
    int length = (int) Math.round(days * perDay);
    List<DemandTrace.Sample> samples = trace.samples();
    int from = Math.max(0, samples.size() - length);
    if (options.containsKey("--from")) {
      LocalDate date = LocalDate.parse(options.get("--from"));
      from = 0;
      while (from < samples.size() && samples.get(from).time().toLocalDate().isBefore(date)) {
        from++;
      }
    }
    return trace.between(from, Math.min(samples.size(), from + length));
  }
}
