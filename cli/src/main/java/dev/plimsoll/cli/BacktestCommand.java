package dev.plimsoll.cli;

import dev.plimsoll.advisor.backtest.Backtest;
import dev.plimsoll.advisor.backtest.BacktestChart;
import dev.plimsoll.advisor.backtest.BacktestReport;
import dev.plimsoll.advisor.backtest.ContendedHours;
import dev.plimsoll.advisor.backtest.DemandTrace;
import dev.plimsoll.advisor.backtest.DemandTraceReader;
import dev.plimsoll.advisor.backtest.HistoryOutcome;
import dev.plimsoll.advisor.backtest.RuleOutcome;
import dev.plimsoll.advisor.backtest.TracePolicy;
import dev.plimsoll.cli.output.Table;
import dev.plimsoll.cli.output.TerminalPrinter;
import dev.plimsoll.kube.policy.PolicyFile;
import dev.plimsoll.model.tenancy.decision.WaitingTolerance;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code plimsoll backtest}. */
@Command(
    name = "backtest",
    mixinStandardHelpOptions = true,
    description = {
      "Replays recorded demand and shows what the advisor's quotas would have done. Each"
          + " decision uses only the past."
    },
    footer = {
      "",
      "RECOVERED: avoided waiting, in percent of the waiting that better quotas could avoid.",
      "SHORTFALL: how much tenants got below their fair amount, as a part of their demand."
          + " Fair is weighted max-min, with the first recorded quotas as weights.",
      "Example: plimsoll backtest --demand examples/traces/helios-earth-demand.csv.gz --emit"
          + " quotas.csv --svg quotas.svg"
    })
final class BacktestCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Option(
      names = "--demand",
      required = true,
      paramLabel = "FILE",
      description = {
        "Recorded demand, plain or .gz, with at least the columns time, tenant, quota_gpus,"
            + " running_gpus and pending_gpus."
      })
  private Path demand;

  @Option(
      names = "--policy",
      paramLabel = "FILE",
      description = {
        "A capacity policy: keep its guarantees, ceilings, reserve, division and changes"
            + " (default: none)."
      })
  private @Nullable Path policy;

  @Option(
      names = "--emit",
      paramLabel = "FILE",
      description = "Write each quota when it changes: time,tenant,quota_gpus.")
  private @Nullable Path emit;

  @Option(
      names = "--svg",
      paramLabel = "FILE",
      description = "Draw waiting and quotas over time as an SVG chart.")
  private @Nullable Path svg;

  @Option(
      names = "--delay",
      paramLabel = "DURATION",
      description = {
        "The delay between a decision and its quotas, in addition to one step, such as 5m"
            + " (default: 0m). The table shows the advisor without any delay and with this one."
      })
  private @Nullable String delay;

  @Mixin private OutputOptions output;

  /** Only picocli makes one. */
  BacktestCommand() {}

  @Override
  public Integer call() {
    DemandTrace trace = DemandTraceReader.read(demand);
    PrintWriter err = spec.commandLine().getErr();
    TracePolicy tracePolicy = TracePolicy.NONE;
    if (policy != null) {
      PolicyFile file = PolicyFile.read(policy);
      tracePolicy = TracePolicy.of(file, trace);
      file.warnings().forEach(w -> err.println("note: " + w));
    }
    BacktestReport report;
    try (ReplayProgress progress = ReplayProgress.on(spec)) {
      report =
          Backtest.run(trace, tracePolicy, WaitingTolerance.DEFAULT, delay(), progress::accept);
    }
    write(report);
    output.print(new CommandResult(report::toJson, out -> print(out, report), false));
    return ExitCode.OK;
  }

  private Duration delay() {
    return delay == null ? Duration.ZERO : DurationOption.parse("--delay", delay);
  }

  private void write(BacktestReport report) {
    Map<Path, String> files = new LinkedHashMap<>();
    if (emit != null) {
      files.put(emit, report.quotas().toCsv());
    }
    if (svg != null) {
      files.put(svg, BacktestChart.of(report));
    }
    AtomicFiles.write(files);
  }

  private void print(TerminalPrinter out, BacktestReport report) {
    DemandTrace trace = report.trace();
    out.wrapped(
        String.format(
            Locale.ROOT,
            "%d tenants, %d GPUs, %.1f days from %s, a decision every %d s.",
            trace.tenants().size(),
            trace.first().capacity(),
            trace.days(),
            trace.first().time().toLocalDate(),
            trace.step().toSeconds()));
    out.wrapped(
        String.format(
            Locale.ROOT,
            "%.2f GPU-hours wait with any quotas, because demand exceeds capacity (the"
                + " work-conserving bound).",
            report.lowerBoundHours()));
    if (report.withheld() > 0) {
      out.wrapped(
          report.withheld()
              + " of "
              + trace.samples().size()
              + " decisions exceeded changes.limits, so they changed no quota.");
    }
    out.println();
    Table table =
        new Table(
            "rule",
            "gpu-hours waiting",
            "recovered",
            "changes/tenant/day",
            "shortfall",
            "over capacity",
            "below running");
    report.outcomes().forEach(o -> row(table, o));
    output.print(out, table);
    report.history().ifPresent(h -> history(out, h));
    if (emit != null) {
      out.println();
      out.println("Wrote the advisor's quotas to " + emit + ".");
    }
  }

  private void history(TerminalPrinter out, HistoryOutcome outcome) {
    out.println();
    out.wrapped(
        String.format(
            Locale.ROOT,
            "GPU-hours while demand exceeded capacity. In the worst 7 days, %.1f %% of them went to"
                + " other tenants than the weights say, and %.1f %% without a history.",
            100 * outcome.hours().offWeights(),
            100 * outcome.hoursWithout().offWeights()));
    out.println();
    Table table = new Table("tenant", "due", "had", "had without history");
    for (int i = 0; i < outcome.hours().tenants().size(); i++) {
      ContendedHours.Tenant tenant = outcome.hours().tenants().get(i);
      table.row(
          tenant.name(),
          hours(tenant.due()),
          hours(tenant.had()),
          hours(outcome.hoursWithout().tenants().get(i).had()));
    }
    output.print(out, table);
  }

  private static String hours(double gpuHours) {
    return String.format(Locale.ROOT, "%.1f", gpuHours);
  }

  private static void row(Table table, RuleOutcome ruleOutcome) {
    table.row(
        ruleOutcome.rule(),
        String.format(Locale.ROOT, "%.2f", ruleOutcome.waitingHours()),
        String.format(Locale.ROOT, "%.2f %%", 100 * ruleOutcome.recovered()),
        String.format(Locale.ROOT, "%.2f", ruleOutcome.changesPerTenantDay()),
        String.format(Locale.ROOT, "%.2f %%", 100 * ruleOutcome.shortfall()),
        ruleOutcome.overCapacity(),
        ruleOutcome.belowRunning());
  }
}
