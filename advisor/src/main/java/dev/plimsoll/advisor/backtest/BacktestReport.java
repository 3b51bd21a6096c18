package dev.plimsoll.advisor.backtest;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The result of a backtest.
 *
 * @param trace what was replayed
 * @param recorded what the recorded quotas did
 * @param lowerBoundHours GPU-hours that wait under any quotas, since more is wanted than there is
 * @param advised what the advisor's quotas would have done
 * @param delayed what they would have done if each had been set some time after what it was decided
 *     by
 * @param frontier what they would have done with more or less tolerance
 * @param others what simpler rules would have done
 * @param quotas the advisor's quotas
 * @param history what the policy's history changes, if the policy has one
 */
public record BacktestReport(
    DemandTrace trace,
    RuleOutcome recorded,
    double lowerBoundHours,
    RuleOutcome advised,
    RuleOutcome delayed,
    List<RuleOutcome> frontier,
    List<RuleOutcome> others,
    QuotaSeries quotas,
    Optional<HistoryOutcome> history) {

  public BacktestReport {
    frontier = List.copyOf(frontier);
    others = List.copyOf(others);
  }

  /** Returns all outcomes: what was recorded, the advisor's, and the others'. */
  public List<RuleOutcome> outcomes() {
    return Stream.of(
            List.of(recorded, advised, delayed),
            history.map(HistoryOutcome::without).stream().toList(),
            frontier,
            others)
        .flatMap(List::stream)
        .toList();
  }

  /** Returns how many of the advisor's decisions changed nothing because of the limits. */
  public int withheld() {
    return quotas.withheld();
  }

  /** Returns the report for machines. GPU-hours and parts of 1 are rounded to six places. */
  public JsonObject toJson() {
    JsonObject json = new JsonObject();
    json.addProperty("from", trace.first().time().toString());
    json.addProperty("days", rounded(trace.days()));
    json.addProperty("stepSeconds", trace.step().toSeconds());
    json.addProperty("tenants", trace.tenants().size());
    json.addProperty("waitingRecordedGpuHours", rounded(recorded.waitingHours()));
    json.addProperty("waitingLowerBoundGpuHours", rounded(lowerBoundHours));
    json.addProperty("decisionsWithheld", withheld());
    JsonArray rules = new JsonArray();
    outcomes().forEach(o -> rules.add(json(o)));
    json.add("rules", rules);
    history.ifPresent(h -> json.add("history", h.toJson()));
    return json;
  }

  private static JsonObject json(RuleOutcome ruleOutcome) {
    JsonObject json = new JsonObject();
    json.addProperty("rule", ruleOutcome.rule());
    json.addProperty("waitingGpuHours", rounded(ruleOutcome.waitingHours()));
    json.addProperty("recovered", rounded(ruleOutcome.recovered()));
    json.addProperty("changesPerTenantDay", rounded(ruleOutcome.changesPerTenantDay()));
    json.addProperty("fairnessShortfall", rounded(ruleOutcome.shortfall()));
    json.addProperty("stepsOverCapacity", ruleOutcome.overCapacity());
    json.addProperty("quotasBelowRunning", ruleOutcome.belowRunning());
    return json;
  }

  private static double rounded(double value) {
    return Math.round(value * 1e6) / 1e6;
  }
}
