package dev.plimsoll.kube.hours;

import dev.plimsoll.model.hours.DeviceKind;
import dev.plimsoll.model.hours.DeviceRow;
import dev.plimsoll.model.hours.DeviceSeries;
import dev.plimsoll.model.hours.DeviceState;
import dev.plimsoll.model.hours.DeviceUser;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The device-hours of a period as they were recorded. A row's pool and namespace are empty.
 *
 * <p>The service also records for how long it counted. The capacity of a product is what was
 * counted by that time; the hours that were not observed are {@code unknown}, at that capacity.
 *
 * @param from the begin of the period
 * @param to its end
 * @param hours the device-hours, including hours that nobody observed
 * @param observed for how many hours devices were counted
 * @param begin when the first hour with records began; empty without records
 */
public record RecordedHours(
    Instant from,
    Instant to,
    SortedMap<DeviceRow, Double> hours,
    double observed,
    Optional<Instant> begin) {
  static final double SECONDS = 3600;

  /** Extrapolation makes the observed time of a period longer by a little. */
  private static final double TOLERANCE = 1.02;

  public RecordedHours {
    hours = Collections.unmodifiableSortedMap(new TreeMap<>(hours));
  }

  /**
   * Returns the hours of a period. Seconds that were not observed become unknown.
   *
   * @param seconds the device-seconds that were counted
   * @param observedSeconds for how many seconds devices were counted
   */
  static RecordedHours of(
      Instant from,
      Instant to,
      Map<DeviceSeries, Double> seconds,
      double observedSeconds,
      Optional<Instant> begin) {
    double observed = observedSeconds / SECONDS;
    double length = hours(from, to);
    SortedMap<DeviceRow, Double> hours = new TreeMap<>();
    seconds.forEach((series, amount) -> hours.merge(row(series), amount / SECONDS, Double::sum));
    addUnknown(hours, observed, length);
    return new RecordedHours(from, to, hours, Math.min(observed, length), begin);
  }

  /** Returns whether more seconds were counted than a period has. */
  static boolean isCountedTwice(double observedSeconds, Instant from, Instant to) {
    return observedSeconds / SECONDS > hours(from, to) * TOLERANCE;
  }

  private static double hours(Instant from, Instant to) {
    return Duration.between(from, to).toSeconds() / SECONDS;
  }

  private static DeviceRow row(DeviceSeries series) {
    return new DeviceRow(
        new DeviceKind(series.resource(), series.product(), ""),
        new DeviceUser(series.state(), series.tenant(), ""));
  }

  private static void addUnknown(
      SortedMap<DeviceRow, Double> hours, double observed, double length) {
    if (observed <= 0 || observed >= length) {
      return;
    }
    Map<DeviceKind, Double> capacities = new HashMap<>();
    hours.forEach((row, amount) -> capacities.merge(row.kind(), amount, Double::sum));
    capacities.forEach(
        (kind, amount) ->
            hours.merge(
                new DeviceRow(kind, DeviceUser.nobody(DeviceState.UNKNOWN)),
                amount / observed * (length - observed),
                Double::sum));
  }

  /** Returns how many hours the period has. */
  public double length() {
    return hours(from, to);
  }

  /** Returns whether practically all of the period was observed: all but a thousandth. */
  public boolean isWhole() {
    return observed >= 0.999 * length();
  }

  /** Returns sentences about the unknown hours of the period. */
  public List<String> notes() {
    return isWhole()
        ? List.of()
        : List.of(
            begin
                    .filter(b -> b.isAfter(from))
                    .map(b -> "the records begin at " + b + "; ")
                    .orElse("")
                + String.format(
                    Locale.ROOT,
                    "%.1f of %.1f hours were not observed: they are unknown, at the mean capacity of"
                        + " the observed hours",
                    length() - observed,
                    length()));
  }
}
