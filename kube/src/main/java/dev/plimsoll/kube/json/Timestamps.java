package dev.plimsoll.kube.json;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;

/** Reads timestamps in RFC 3339. */
final class Timestamps {
  /** The form in which the API server writes most of them, which is worth a short way. */
  private static final String USUAL = "0000-00-00T00:00:00Z";

  private Timestamps() {}

  /**
   * Reads one.
   *
   * @throws java.time.DateTimeException if it isn't correct
   */
  static Instant parse(String text) {
    if (isUsual(text)) {
      return LocalDateTime.of(
              number(text, 0, 4),
              number(text, 5, 7),
              number(text, 8, 10),
              number(text, 11, 13),
              number(text, 14, 16),
              number(text, 17, 19))
          .toInstant(ZoneOffset.UTC);
    }
    return text.endsWith("Z") ? Instant.parse(text) : OffsetDateTime.parse(text).toInstant();
  }

  private static boolean isUsual(String text) {
    if (text.length() != USUAL.length()) {
      return false;
    }
    for (int i = 0; i < USUAL.length(); i++) {
      char c = text.charAt(i);
      boolean digit = c >= '0' && c <= '9';
      if (USUAL.charAt(i) == '0' ? !digit : c != USUAL.charAt(i)) {
        return false;
      }
    }
    return true;
  }

  private static int number(String text, int from, int to) {
    int number = 0;
    for (int i = from; i < to; i++) {
      number = 10 * number + text.charAt(i) - '0';
    }
    return number;
  }
}
