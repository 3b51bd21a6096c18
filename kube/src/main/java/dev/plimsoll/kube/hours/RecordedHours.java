package dev.plimsoll.kube.prometheus;

import dev.plimsoll.kube.InputException;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.model.hours.DeviceKind;
import dev.plimsoll.model.hours.DeviceRow;
import dev.plimsoll.model.hours.DeviceState;
import dev.plimsoll.model.hours.DeviceUser;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The device-hours of a period as Prometheus recorded them. A row's pool and namespace are empty.
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
  private static final double SECONDS = 3600;
  private static final Duration LONGEST_STEP = Duration.ofHours(1);

  /** Extrapolation makes the observed time of a period longer by a little. */
  private static final double TOLERANCE = 1.02;

  public RecordedHours {
    hours = Collections.unmodifiableSortedMap(new TreeMap<>(hours));
  }

  /**
   * Reads a period; one without records has no hours.
   *
   * @param matchers label matchers of PromQL, each after a comma
   * @throws InputException if more was observed than the period is long, or Prometheus answers
   *     something else
   */
  public static RecordedHours read(
      PrometheusClient client, String matchers, Instant from, Instant to) {
    Duration step = step(Duration.between(from, to));
    SortedMap<DeviceRow, Double> hours = new TreeMap<>();
    double observed = 0;
    Optional<Instant> begin = Optional.empty();
    String range = "[" + step.toSeconds() + "s]";
    String some = "{" + names(matchers) + "}" + range;
    String observedSeconds = "sum(increase(plimsoll_device_observed_seconds_total" + some + "))";
    for (TimeSeries series : client.samples(observedSeconds, from.plus(step), to, step)) {
      observed += sum(series);
      begin =
          series.values().entrySet().stream()
              .filter(e -> e.getValue() > 0)
              .findFirst()
              .map(e -> Instant.ofEpochSecond(e.getKey()).minus(step));
    }
    double length = Duration.between(from, to).toSeconds() / SECONDS;
    if (observed > length * TOLERANCE) {
      throw new InputException(
          String.format(
              Locale.ROOT,
              "Prometheus has %.1f observed hours of devices in a period of %.1f hours: it has several"
                  + " clusters, or one target twice; choose the series with --label NAME=VALUE.",
              observed,
              length));
    }
    String deviceSeconds =
        "sum by (resource, product, state, tenant) (increase(plimsoll_device_seconds_total"
            + some
            + "))";
    for (TimeSeries series : client.samples(deviceSeconds, from.plus(step), to, step)) {
      row(series).ifPresent(row -> hours.merge(row, sum(series), Double::sum));
    }
    addUnknown(hours, observed, length);
    return new RecordedHours(from, to, hours, Math.min(observed, length), begin);
  }

  private static String names(String matchers) {
    return matchers.startsWith(",") ? matchers.substring(1) : matchers;
  }

  /** Returns the longest step of at most an hour that divides the period into whole seconds. */
  private static Duration step(Duration period) {
    long seconds = period.toSeconds();
    long steps = Math.max(1, (seconds + LONGEST_STEP.toSeconds() - 1) / LONGEST_STEP.toSeconds());
    while (seconds % steps != 0) {
      steps++;
    }
    return Duration.ofSeconds(seconds / steps);
  }

  private static double sum(TimeSeries series) {
    return series.values().values().stream().mapToDouble(v -> v).sum() / SECONDS;
  }

  private static Optional<DeviceRow> row(TimeSeries series) {
    return Arrays.stream(DeviceState.values())
        .filter(s -> s.label().equals(series.label("state")))
        .findFirst()
        .map(
            state ->
                new DeviceRow(
                    new DeviceKind(
                        ResourceName.of(series.label("resource")), series.label("product"), ""),
                    new DeviceUser(state, series.label("tenant"), "")));
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
    return Duration.between(from, to).toSeconds() / SECONDS;
  }

  /** Returns whether practically all of the period was observed: all but a thousandth. */
  public boolean isWhole() {
    return observed >= 0.999 * length();
  }

  /** Returns sentences about what isn't known of the period. */
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
