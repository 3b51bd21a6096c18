package dev.plimsoll.advisor.chart;

import java.time.Duration;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The time over which something is drawn.
 *
 * @param from when it begins
 * @param length how long it is
 */
public record TimeAxis(LocalDateTime from, Duration length) {
  private static final List<Duration> STEPS =
      List.of(
          Duration.ofMinutes(5),
          Duration.ofMinutes(15),
          Duration.ofHours(1),
          Duration.ofHours(3),
          Duration.ofHours(6),
          Duration.ofDays(1),
          Duration.ofDays(2),
          Duration.ofDays(7),
          Duration.ofDays(14),
          Duration.ofDays(28),
          Duration.ofDays(91),
          Duration.ofDays(364));
  private static final DateTimeFormatter DAY = DateTimeFormatter.ofPattern("d MMM", Locale.ENGLISH);
  private static final DateTimeFormatter HOUR =
      DateTimeFormatter.ofPattern("d MMM HH:mm", Locale.ENGLISH);

  /** A mark at a part of the axis, from 0 to 1. */
  record Tick(double at, String label) {}

  /** Returns at most this number of marks at even times. */
  List<Tick> ticks(int most) {
    Duration step =
        STEPS.stream()
            .filter(s -> length.dividedBy(s) < most)
            .findFirst()
            .orElse(STEPS.get(STEPS.size() - 1));
    boolean days = step.compareTo(Duration.ofDays(1)) >= 0;
    LocalDateTime time = from.truncatedTo(ChronoUnit.DAYS);
    List<Tick> ticks = new ArrayList<>();
    for (; !time.isAfter(from.plus(length)); time = time.plus(step)) {
      double at = Duration.between(from, time).toSeconds() / (double) length.toSeconds();
      if (at >= 0) {
        ticks.add(new Tick(at, time.format(days ? DAY : HOUR)));
      }
    }
    return ticks;
  }
}
