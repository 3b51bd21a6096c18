package dev.plimsoll.testkit.verbs;

import dev.plimsoll.testkit.api.ResourceTypes;
import dev.plimsoll.testkit.store.Store;
import java.time.Clock;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;

/**
 * What every verb works on.
 *
 * @param clock for creation and deletion times
 */
public record Backend(Store store, ResourceTypes types, Clock clock) {
  /** The present, as metadata spells times. */
  public String now() {
    return time(clock.instant());
  }

  static String time(Instant instant) {
    return DateTimeFormatter.ISO_INSTANT.format(instant.truncatedTo(ChronoUnit.SECONDS));
  }
}
