package dev.plimsoll.kubernetes.validation;

import dev.plimsoll.kubernetes.quantity.GoText;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Parses schedules of CronJobs.
 *
 * <p>Source: {@code Parse}, {@code getRange} and {@code parseDescriptor} in {@code
 * vendor/github.com/robfig/cron/v3/parser.go}.
 */
final class CronSchedule {
  /** A part of a schedule with its least and greatest number, and the names of numbers. */
  private record ScheduleField(int least, int greatest, List<String> names) {}

  private static final List<ScheduleField> PARTS =
      List.of(
          new ScheduleField(0, 59, List.of()),
          new ScheduleField(0, 23, List.of()),
          new ScheduleField(1, 31, List.of()),
          new ScheduleField(
              1,
              12,
              List.of(
                  "", "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov",
                  "dec")),
          new ScheduleField(0, 6, List.of("sun", "mon", "tue", "wed", "thu", "fri", "sat")));

  private static final Set<String> DESCRIPTORS =
      Set.of("@yearly", "@annually", "@monthly", "@weekly", "@daily", "@midnight", "@hourly");

  private static final String EVERY = "@every ";
  private static final Pattern DURATION =
      Pattern.compile("[-+]?(0|([0-9]+(\\.[0-9]*)?|\\.[0-9]+)(ns|us|µs|μs|ms|s|m|h))+");

  /** A longer duration is not validated. */
  private static final int LONGEST_DURATION = 200;

  private static final Pattern NUMBER = Pattern.compile("[-+]?[0-9]+");
  private static final int MOST_DIGITS = 18;

  private CronSchedule() {}

  /** Returns the error of a schedule without a time zone; empty if it is correct. */
  static Optional<String> error(String schedule) {
    if (schedule.startsWith("@")) {
      return ofDescriptor(schedule);
    }
    List<String> fields =
        schedule.isBlank() ? List.of() : List.of(schedule.strip().split("\\s+", -1));
    if (fields.size() != PARTS.size()) {
      return Optional.of(
          "expected exactly %d fields, found %d: [%s]"
              .formatted(PARTS.size(), fields.size(), String.join(" ", fields)));
    }
    for (int i = 0; i < fields.size(); i++) {
      Optional<String> error = ofField(fields.get(i), PARTS.get(i));
      if (error.isPresent()) {
        return error;
      }
    }
    return Optional.empty();
  }

  private static Optional<String> ofDescriptor(String descriptor) {
    if (DESCRIPTORS.contains(descriptor)) {
      return Optional.empty();
    }
    if (!descriptor.startsWith(EVERY)) {
      return Optional.of("unrecognized descriptor: " + descriptor);
    }
    String duration = descriptor.substring(EVERY.length());
    return duration.length() > LONGEST_DURATION || DURATION.matcher(duration).matches()
        ? Optional.empty()
        : Optional.of(
            "failed to parse duration "
                + descriptor
                + ": time: invalid duration "
                + GoText.quote(duration));
  }

  /** Commas separate ranges; empty ranges are passed over. */
  private static Optional<String> ofField(String field, ScheduleField part) {
    for (String range : field.split(",")) {
      if (!range.isEmpty()) {
        Optional<String> error = ofRange(range, part);
        if (error.isPresent()) {
          return error;
        }
      }
    }
    return Optional.empty();
  }

  private static Optional<String> ofRange(String range, ScheduleField part) {
    String[] withStep = range.split("/", -1);
    String[] ends = withStep[0].split("-", -1);
    try {
      long start = part.least();
      long end = part.greatest();
      boolean isSingle = ends.length == 1;
      if (!ends[0].equals("*") && !ends[0].equals("?")) {
        start = number(ends[0], part);
        if (ends.length > 2) {
          return Optional.of("too many hyphens: " + range);
        }
        end = isSingle ? start : number(ends[1], part);
      }
      long step = 1;
      if (withStep.length > 2) {
        return Optional.of("too many slashes: " + range);
      }
      if (withStep.length == 2) {
        step = number(withStep[1], new ScheduleField(0, 0, List.of()));
        end = isSingle ? part.greatest() : end;
      }
      return ofNumbers(start, end, step, range, part);
    } catch (WrongNumberException e) {
      return Optional.of(e.problem);
    }
  }

  private static Optional<String> ofNumbers(
      long start, long end, long step, String range, ScheduleField part) {
    if (start < part.least()) {
      return Optional.of(
          "beginning of range (%d) below minimum (%d): %s".formatted(start, part.least(), range));
    }
    if (end > part.greatest()) {
      return Optional.of(
          "end of range (%d) above maximum (%d): %s".formatted(end, part.greatest(), range));
    }
    if (start > end) {
      return Optional.of(
          "beginning of range (%d) beyond end of range (%d): %s".formatted(start, end, range));
    }
    return step == 0
        ? Optional.of("step of range should be a positive number: " + range)
        : Optional.empty();
  }

  private static long number(String text, ScheduleField part) {
    int named = part.names().indexOf(text.toLowerCase(Locale.ROOT));
    if (named >= 0 && !text.isEmpty()) {
      return named;
    }
    String of =
        "failed to parse int from " + text + ": strconv.Atoi: parsing " + GoText.quote(text);
    if (!NUMBER.matcher(text).matches()) {
      throw new WrongNumberException(of + ": invalid syntax");
    }
    if (text.length() > MOST_DIGITS) {
      throw new WrongNumberException(of + ": value out of range");
    }
    long number = Long.parseLong(text);
    if (number < 0) {
      throw new WrongNumberException(
          "negative number (%d) not allowed: %s".formatted(number, text));
    }
    return number;
  }

  private static final class WrongNumberException extends RuntimeException {
    private static final long serialVersionUID = 1;
    private final String problem;

    WrongNumberException(String problem) {
      super(problem);
      this.problem = problem;
    }
  }
}
