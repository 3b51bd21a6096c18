package dev.plimsoll.testkit.verbs;

import com.google.gson.JsonObject;
import dev.plimsoll.testkit.admission.Admission;
import dev.plimsoll.testkit.api.ResourceType;
import dev.plimsoll.testkit.api.ResourceTypes;
import dev.plimsoll.testkit.rules.KindRules;
import dev.plimsoll.testkit.rules.Rules;
import dev.plimsoll.testkit.store.ApiStore;
import java.time.Clock;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.List;

/**
 * The parts that every verb works on.
 *
 * @param clock for creation and deletion times
 */
public record Backend(
    ApiStore store, ResourceTypes types, Rules rules, Admission admission, Clock clock) {
  /** The present, as metadata spells times. */
  public String now() {
    return time(clock.instant());
  }

  static String time(Instant instant) {
    return DateTimeFormatter.ISO_INSTANT.format(instant.truncatedTo(ChronoUnit.SECONDS));
  }

  KindRules rules(ResourceType type) {
    return rules.of(type);
  }

  /** All objects of a type, as they are kept. */
  public List<JsonObject> all(ResourceType type) {
    return store
        .page(type.stored(), "", "", store.revision(), Integer.MAX_VALUE, object -> true)
        .items();
  }
}
