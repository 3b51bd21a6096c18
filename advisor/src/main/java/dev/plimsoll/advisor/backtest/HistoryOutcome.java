package dev.plimsoll.advisor.backtest;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;

/**
 * The effect of {@code division.history} in a back-test.
 *
 * @param without the outcome of the same policy without a history
 * @param hours the contended hours with the history
 * @param hoursWithout the contended hours without it
 */
public record HistoryOutcome(
    RuleOutcome without, ContendedHours hours, ContendedHours hoursWithout) {

  JsonObject toJson() {
    JsonObject json = new JsonObject();
    json.addProperty("offWeights", rounded(hours.offWeights()));
    json.addProperty("offWeightsWithoutHistory", rounded(hoursWithout.offWeights()));
    JsonArray tenants = new JsonArray();
    for (int i = 0; i < hours.tenants().size(); i++) {
      ContendedHours.Tenant tenant = hours.tenants().get(i);
      JsonObject entry = new JsonObject();
      entry.addProperty("tenant", tenant.name());
      entry.addProperty("dueGpuHours", rounded(tenant.due()));
      entry.addProperty("hadGpuHours", rounded(tenant.had()));
      entry.addProperty("hadWithoutHistoryGpuHours", rounded(hoursWithout.tenants().get(i).had()));
      tenants.add(entry);
    }
    json.add("tenants", tenants);
    return json;
  }

  private static double rounded(double value) {
    return Math.round(value * 1e6) / 1e6;
  }
}
