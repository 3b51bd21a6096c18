package dev.plimsoll.stage.node;

import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** Times as the API server has them. */
final class Times {
  private Times() {}

  static String text(Instant time) {
    return time.truncatedTo(ChronoUnit.SECONDS).toString();
  }
}
