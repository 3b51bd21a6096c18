package dev.plimsoll.extender.journal;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import dev.plimsoll.extender.accounting.HoldCheck;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A decision as JSON: one line of a journal, one element of {@code /api/v1/decisions}. */
public final class JournalJson {
  private static final int NANOS = 9;

  private JournalJson() {}

  /** Writes a decision. */
  public static JsonObject write(JournalEntry entry) {
    JsonObject json = new JsonObject();
    json.addProperty("number", entry.number());
    json.addProperty("time", entry.time().toString());
    json.addProperty("verb", entry.verb());
    json.addProperty("namespace", entry.decided().namespace());
    json.addProperty("pod", entry.decided().pod());
    json.addProperty("uid", entry.decided().uid());
    json.addProperty("decision", entry.decision());
    json.addProperty("held", entry.decided().held());
    entry.decided().heldFor().ifPresent(held -> json.addProperty("heldSeconds", seconds(held)));
    entry.decided().state().ifPresent(state -> json.addProperty("state", state));
    json.addProperty("nodes", entry.decided().nodes());
    json.addProperty("passing", entry.decided().passing());
    json.addProperty("durationSeconds", seconds(entry.took()));
    entry.dataAge().ifPresent(age -> json.addProperty("dataAgeSeconds", seconds(age)));
    JsonArray checks = new JsonArray();
    entry.decided().checks().forEach(c -> checks.add(CheckJson.write(c)));
    json.add("checks", checks);
    JsonObject grounds = GroundsJson.write(entry.grounds());
    if (grounds.size() > 0) {
      json.add("grounds", grounds);
    }
    return json;
  }

  private static BigDecimal seconds(Duration duration) {
    return BigDecimal.valueOf(duration.toNanos(), NANOS);
  }

  /** Reads what {@link #write} wrote; throws some runtime exception if it is something else. */
  static JournalEntry read(JsonObject json) {
    List<HoldCheck> checks = new ArrayList<>();
    for (JsonElement each : json.getAsJsonArray("checks")) {
      checks.add(CheckJson.read(each.getAsJsonObject()));
    }
    String verb = json.get("verb").getAsString();
    return new JournalEntry(
        json.get("number").getAsLong(),
        Instant.parse(json.get("time").getAsString()),
        verb,
        json.get("decision").getAsString(),
        new Decided(
            json.get("namespace").getAsString(),
            json.get("pod").getAsString(),
            json.get("uid").getAsString(),
            json.get("nodes").getAsInt(),
            json.get("passing").getAsInt(),
            json.get("held").getAsString(),
            checks,
            Optional.ofNullable(json.get("heldSeconds")).map(JournalJson::duration),
            Optional.ofNullable(json.get("state")).map(JsonElement::getAsLong)),
        duration(json.get("durationSeconds")),
        Optional.ofNullable(json.get("dataAgeSeconds")).map(JournalJson::duration),
        GroundsJson.read(verb, Optional.ofNullable(json.getAsJsonObject("grounds"))));
  }

  private static Duration duration(JsonElement seconds) {
    return Duration.ofNanos(seconds.getAsBigDecimal().movePointRight(NANOS).longValueExact());
  }
}
