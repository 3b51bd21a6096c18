package dev.plimsoll.bench.replay;

import com.google.gson.GsonBuilder;
import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import dev.plimsoll.advisor.backtest.BacktestReport;
import dev.plimsoll.advisor.backtest.RuleOutcome;
import java.io.PrintStream;
import java.util.List;
import java.util.Locale;

/** A replay as a table, and for machines. */
final class ReplayText {
  private ReplayText() {}

  static void print(PrintStream out, BacktestReport report, ReplayResult result) {
    out.printf(
        Locale.ROOT,
        "%s: %d tenants, %.1f days from %s, %.0f GPU-hours of recorded waiting; a step of %d s took"
            + " %.2f s, all took %.1f min.%n",
        result.server(),
        report.trace().tenants().size(),
        report.trace().days(),
        report.trace().first().time().toLocalDate(),
        report.recorded().waitingHours(),
        report.trace().step().toSeconds(),
        result.step().toMillis() / 1e3,
        result.took().toSeconds() / 60.0);
    result.restarts().forEach(out::println);
    out.println();
    out.println(
        "| | GPU-hours waiting | recovered | changes a tenant and day | shortfall | over capacity | below running |");
    out.println("|---|---|---|---|---|---|---|");
    for (RuleOutcome each :
        List.of(report.recorded(), report.advised(), report.delayed(), result.live())) {
      out.printf(
          Locale.ROOT,
          "| %s | %.0f | %.2f %% | %.2f | %.2f %% | %d | %d |%n",
          each.rule(),
          each.waitingHours(),
          100 * each.recovered(),
          each.changesPerTenantDay(),
          100 * each.shortfall(),
          each.overCapacity(),
          each.belowRunning());
    }
    out.printf(
        Locale.ROOT,
        "%nPods really waited %.0f GPU-hours, with the time that retries took.%n",
        result.waitingOfPods());
    out.flush();
  }

  static String json(BacktestReport report, ReplayResult result) {
    JsonObject json = new JsonObject();
    json.addProperty("server", result.server());
    json.addProperty("from", report.trace().first().time().toString());
    json.addProperty("days", report.trace().days());
    json.addProperty("stepMillis", result.step().toMillis());
    json.addProperty("tookSeconds", result.took().toSeconds());
    json.add("recorded", outcome(report.recorded()));
    json.add("backtest", outcome(report.advised()));
    json.add("backtestDelayed", outcome(report.delayed()));
    json.add("live", outcome(result.live()));
    json.addProperty("waitingOfPodsGpuHours", result.waitingOfPods());
    JsonArray restarts = new JsonArray();
    result.restarts().forEach(restarts::add);
    json.add("restarts", restarts);
    return new GsonBuilder().setPrettyPrinting().create().toJson(json) + "\n";
  }

  private static JsonObject outcome(RuleOutcome outcome) {
    JsonObject json = new JsonObject();
    json.addProperty("waitingGpuHours", outcome.waitingHours());
    json.addProperty("recovered", outcome.recovered());
    json.addProperty("changesPerTenantDay", outcome.changesPerTenantDay());
    json.addProperty("fairnessShortfall", outcome.shortfall());
    json.addProperty("overCapacity", outcome.overCapacity());
    json.addProperty("quotasBelowRunning", outcome.belowRunning());
    return json;
  }
}
