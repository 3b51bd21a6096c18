package dev.plimsoll.kube.policy;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads durations such as {@code 7d} or {@code 1h30m}. */
final class PolicyDurations {
  private static final Pattern PART = Pattern.compile("([0-9]+)([dhms])");

  private PolicyDurations() {}

  /**
   * Reads a duration.
   *
   * @throws IllegalArgumentException if it is none
   */
  static Duration parse(String text) {
    if (!PolicyKeys.DURATION.matcher(text).matches()) {
      throw new IllegalArgumentException(
          "invalid duration, expected a form such as 7d, 12h or 1h30m");
    }
    Duration sum = Duration.ZERO;
    for (Matcher part = PART.matcher(text); part.find(); ) {
      long amount = Long.parseLong(part.group(1));
      sum =
          switch (part.group(2)) {
            case "d" -> sum.plusDays(amount);
            case "h" -> sum.plusHours(amount);
            case "m" -> sum.plusMinutes(amount);
            default -> sum.plusSeconds(amount);
          };
    }
    return sum;
  }

  /**
   * Reads a duration within bounds, which are written as in the document.
   *
   * @throws IllegalArgumentException if it is none, or outside
   */
  static Duration parse(String text, String least, String most) {
    Duration duration = parse(text);
    if (duration.compareTo(parse(least)) < 0 || duration.compareTo(parse(most)) > 0) {
      throw new IllegalArgumentException("must be from " + least + " to " + most);
    }
    return duration;
  }
}
