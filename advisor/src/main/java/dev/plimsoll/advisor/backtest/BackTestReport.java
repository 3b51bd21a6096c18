package dev.plimsoll.advisor.backtest;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import java.util.List;
import java.util.stream.Stream;

/**
 * What a back-test found.
 *
 * @param trace what was replayed
 * @param recorded what the recorded quotas did
 * @param boundHours GPU-hours that wait under any quotas, since more is wanted than there is
 * @param advised what the advisor's quotas would have done
 * @param frontier what they would have done with more or less tolerance
 * @param others what simpler rules would have done
 * @param quotas the advisor's quotas
 */
public record BackTestReport(
    DemandTrace trace,
    Outcome recorded,
    double boundHours,
    Outcome advised,
    List<Outcome> frontier,
    List<Outcome> others,
    QuotaSeries quotas) {

  /** Makes the lists unmodifiable. */
  public BackTestReport {
    frontier = List.copyOf(frontier);
    others = List.copyOf(others);
  }

  /** Returns all outcomes: what was recorded, the advisor's, and the others'. */
  public List<Outcome> outcomes() {
    return Stream.of(List.of(recorded, advised), frontier, others).flatMap(List::stream).toList();
  }

  /** Returns the report for machines. GPU-hours and parts of 1 are rounded to six places. */
  public JsonObject toJson() {
    JsonObject json = new JsonObject();
    json.addProperty("from", trace.first().time().toString());
    json.addProperty("days", rounded(trace.days()));
    json.addProperty("stepSeconds", trace.step().toSeconds());
    json.addProperty("tenants", trace.tenants().size());
    json.addProperty("waitingRecordedGpuHours", rounded(recorded.waitingHours()));
    json.addProperty("waitingBoundGpuHours", rounded(boundHours));
    JsonArray rules = new JsonArray();
    outcomes().forEach(o -> rules.add(json(o)));
    json.add("rules", rules);
    return json;
  }

  private static JsonObject json(Outcome outcome) {
    JsonObject json = new JsonObject();
    json.addProperty("rule", outcome.rule());
    json.addProperty("waitingGpuHours", rounded(outcome.waitingHours()));
    json.addProperty("recovered", rounded(outcome.recovered()));
    json.addProperty("changesPerTenantDay", rounded(outcome.changesPerTenantDay()));
    json.addProperty("fairnessShortfall", rounded(outcome.shortfall()));
    json.addProperty("momentsOverCapacity", outcome.overCapacity());
    json.addProperty("quotasBelowRunning", outcome.belowRunning());
    return json;
  }

  private static double rounded(double value) {
    return Math.round(value * 1e6) / 1e6;
  }
}
