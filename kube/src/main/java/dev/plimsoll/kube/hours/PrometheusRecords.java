package dev.plimsoll.kube.hours;

import dev.plimsoll.kube.InputException;
import dev.plimsoll.kube.prometheus.PrometheusClient;
import dev.plimsoll.kube.prometheus.TimeSeries;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.model.hours.DeviceSeries;
import dev.plimsoll.model.hours.DeviceState;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * The records in a Prometheus that scrapes {@code plimsoll serve}.
 *
 * @param url where it is
 * @param matchers label matchers of PromQL, each after a comma
 */
public record PrometheusRecords(String url, String matchers) implements DeviceRecords {
  private static final Duration LONGEST_STEP = Duration.ofHours(1);

  @Override
  public String name() {
    return "Prometheus at " + url;
  }

  @Override
  public Instant end(Instant now) {
    return now.truncatedTo(ChronoUnit.MINUTES);
  }

  @Override
  public RecordedHours between(Instant from, Instant to) {
    PrometheusClient client = new PrometheusClient(url);
    Duration step = step(Duration.between(from, to));
    double observed = 0;
    Optional<Instant> begin = Optional.empty();
    String range =
        "{"
            + (matchers.startsWith(",") ? matchers.substring(1) : matchers)
            + "}["
            + step.toSeconds()
            + "s]";
    String observedSeconds = "sum(increase(plimsoll_device_observed_seconds_total" + range + "))";
    for (TimeSeries series : client.samples(observedSeconds, from.plus(step), to, step)) {
      observed += sum(series);
      begin =
          series.values().entrySet().stream()
              .filter(e -> e.getValue() > 0)
              .findFirst()
              .map(e -> Instant.ofEpochSecond(e.getKey()).minus(step));
    }
    if (RecordedHours.isCountedTwice(observed, from, to)) {
      throw new InputException(
          String.format(
              Locale.ROOT,
              "Prometheus has %.1f observed hours of devices in a period of %.1f hours: it has several"
                  + " clusters, or one target twice; choose the series by a label of the cluster.",
              observed / RecordedHours.SECONDS,
              Duration.between(from, to).toSeconds() / RecordedHours.SECONDS));
    }
    String deviceSeconds =
        "sum by (resource, product, state, tenant) (increase(plimsoll_device_seconds_total"
            + range
            + "))";
    Map<DeviceSeries, Double> seconds = new HashMap<>();
    for (TimeSeries series : client.samples(deviceSeconds, from.plus(step), to, step)) {
      series(series).ifPresent(s -> seconds.merge(s, sum(series), Double::sum));
    }
    return RecordedHours.of(from, to, seconds, observed, begin);
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
    return series.values().values().stream().mapToDouble(v -> v).sum();
  }

  private static Optional<DeviceSeries> series(TimeSeries series) {
    return DeviceState.ofLabel(series.label("state"))
        .map(
            state ->
                new DeviceSeries(
                    ResourceName.of(series.label("resource")),
                    series.label("product"),
                    state,
                    series.label("tenant")));
  }
}
