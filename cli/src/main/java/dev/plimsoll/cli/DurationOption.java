package dev.plimsoll.cli;

import dev.plimsoll.kube.InputException;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads durations such as 7d, 36h, 5m or 0m. */
final class DurationOption {
  private static final Pattern FORM = Pattern.compile("([0-9]{1,4})([dhm])");

  private DurationOption() {}

  /**
   * Reads the value of an option.
   *
   * @throws InputException if it is no duration
   */
  static Duration parse(String option, String text) {
    Matcher matcher = FORM.matcher(text);
    if (!matcher.matches()) {
      throw new InputException(
          "invalid " + option + " \"" + text + "\": expected a duration such as 7d, 36h or 90m.");
    }
    long amount = Long.parseLong(matcher.group(1));
    return switch (matcher.group(2)) {
      case "d" -> Duration.ofDays(amount);
      case "h" -> Duration.ofHours(amount);
      default -> Duration.ofMinutes(amount);
    };
  }
}
