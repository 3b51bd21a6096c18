package dev.plimsoll.advisor.recommend;

import com.google.gson.JsonObject;
import dev.plimsoll.model.tenancy.ContendedUsage;
import dev.plimsoll.model.tenancy.LeanedWeight;

/** A tenant's account of contended usage as JSON. */
public final class AccountJson {
  private AccountJson() {}

  /** Returns the account, in unit-hours, and the factor of the tenant's weight. */
  public static JsonObject of(LeanedWeight leaned) {
    ContendedUsage usage = leaned.usage();
    JsonObject entry = new JsonObject();
    entry.addProperty("had", rounded(usage.had()));
    entry.addProperty("due", rounded(usage.due()));
    entry.addProperty("owed", rounded(usage.owed()));
    usage.since().ifPresent(since -> entry.addProperty("since", since.toString()));
    entry.addProperty("factor", rounded(leaned.factor()));
    return entry;
  }

  private static double rounded(double value) {
    return Math.round(value * 1e3) / 1e3;
  }
}
