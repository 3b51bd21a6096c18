package dev.plimsoll.advisor.live;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import dev.plimsoll.advisor.recommend.QuotaRecommendation;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/** What became of a recommendation or a policy, as conditions of its status. */
final class StatusConditions {
  static final String CURRENT = "Current";
  static final String APPLIED = "Applied";
  static final String READY = "Ready";

  private final JsonObject stored;
  private final Instant now;
  private final JsonArray conditions = new JsonArray();

  /**
   * Starts from what is stored.
   *
   * @param stored the object, with the status it had
   */
  StatusConditions(JsonObject stored, Instant now) {
    this.stored = stored;
    this.now = now;
  }

  StatusConditions current(boolean is) {
    return is
        ? add(CURRENT, true, "Proposed", "this is what is proposed now")
        : add(CURRENT, false, "NotProposed", "nothing is proposed for this quota any more");
  }

  StatusConditions applied(
      QuotaRecommendation quotaRecommendation, Optional<WriteOutcome> outcome) {
    if (!quotaRecommendation.proposal().changes()) {
      return add(APPLIED, true, "UpToDate", "the quota is as it should be");
    }
    if (outcome.isEmpty()) {
      return add(APPLIED, false, "NotAsked", "the advisor only proposes");
    }
    return switch (outcome.get().result()) {
      case DONE, UNCHANGED -> add(APPLIED, true, "Applied", outcome.get().message());
      case CONFLICT -> add(APPLIED, false, "Conflict", outcome.get().message());
      case FORBIDDEN -> add(APPLIED, false, "Forbidden", outcome.get().message());
      case ERROR -> add(APPLIED, false, "Failed", outcome.get().message());
    };
  }

  StatusConditions ready(boolean is, String message) {
    return add(READY, is, is ? "Valid" : "Invalid", message);
  }

  JsonArray build() {
    return conditions;
  }

  private StatusConditions add(String type, boolean is, String reason, String message) {
    String status = is ? "True" : "False";
    JsonObject condition = new JsonObject();
    condition.addProperty("type", type);
    condition.addProperty("status", status);
    condition.addProperty("reason", reason);
    condition.addProperty("message", message);
    condition.addProperty("lastTransitionTime", since(type, status));
    condition.addProperty("observedGeneration", generation());
    conditions.add(condition);
    return this;
  }

  long generation() {
    String generation = JsonFields.text(stored, "metadata", "generation");
    return generation.isEmpty() ? 1 : Long.parseLong(generation);
  }

  private String since(String type, String status) {
    return JsonFields.objects(stored, "status", "conditions").stream()
        .filter(
            c ->
                JsonFields.text(c, "type").equals(type)
                    && JsonFields.text(c, "status").equals(status))
        .map(c -> JsonFields.text(c, "lastTransitionTime"))
        .findFirst()
        .orElse(now.truncatedTo(ChronoUnit.SECONDS).toString());
  }
}
