package dev.plimsoll.server.metrics;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;
import io.prometheus.metrics.model.registry.Collector;
import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * A registry in which a broken metric is left out of a scrape and takes no other one with it. The
 * failure is logged once, and counted in {@code plimsoll_metric_failures_total}.
 */
public final class MetricsRegistry {
  private final MetricFailures failures = new MetricFailures();
  private final List<Registered> sources = new CopyOnWriteArrayList<>();

  private record Registered(String name, Supplier<Stream<MetricSnapshot>> collect) {}

  /** Adds a metric, and returns it. */
  @CanIgnoreReturnValue
  public <T extends Collector> T register(T metric) {
    String name =
        Optional.ofNullable(metric.getMetricFamilyDescriptor())
            .map(described -> described.getMetadata().getName())
            .orElseGet(() -> metric.getClass().getSimpleName());
    sources.add(new Registered(name, () -> Stream.ofNullable(metric.collect())));
    return metric;
  }

  /** Adds several metrics. If their collector fails, its class is named in their place. */
  public void registerAll(MultiCollector collector) {
    sources.add(
        new Registered(collector.getClass().getSimpleName(), () -> collector.collect().stream()));
  }

  /** Returns the exported metrics. */
  public MetricSnapshots scrape() {
    Scrape scrape = new Scrape();
    sources.forEach(scrape::add);
    return new MetricSnapshots(
        Stream.concat(scrape.metrics.values().stream(), Stream.of(scrape.failed())).toList());
  }

  /** Returns a scrape in Prometheus' text format. */
  byte[] text() {
    Scrape scrape = new Scrape();
    sources.forEach(scrape::add);
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (MetricSnapshot metric : scrape.metrics.values()) {
      try {
        all.writeBytes(text(metric));
      } catch (RuntimeException e) {
        failures.add(metric.getMetadata().getName(), e);
      }
    }
    all.writeBytes(text(scrape.failed()));
    return all.toByteArray();
  }

  private static byte[] text(MetricSnapshot metric) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try {
      PrometheusTextFormatWriter.create().write(out, new MetricSnapshots(metric));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toByteArray();
  }

  /** The metrics that one scrape collects, by name. */
  private final class Scrape {
    private final Map<String, MetricSnapshot> metrics = new TreeMap<>();
    private final Map<String, Long> failed = new TreeMap<>();

    /** Adds what a source has, unless it throws. */
    private void add(Registered registered) {
      try {
        registered.collect().get().forEach(this::add);
      } catch (RuntimeException | LinkageError | StackOverflowError | AssertionError e) {
        failures.add(registered.name(), e);
      }
    }

    private void add(MetricSnapshot metric) {
      String name = metric.getMetadata().getName();
      if (name.equals(MetricFailures.NAME) && metric instanceof CounterSnapshot counts) {
        counts
            .getDataPoints()
            .forEach(p -> count(p.getLabels().get(MetricFailures.METRIC), (long) p.getValue()));
      } else if (metrics.putIfAbsent(name, metric) != null) {
        failures.add(name, "two collectors have a metric of this name");
      }
    }

    @CanIgnoreReturnValue
    private long count(String metric, long more) {
      return failed.merge(metric, more, Long::sum);
    }

    private CounterSnapshot failed() {
      failures.counts().forEach(this::count);
      return MetricFailures.snapshot(failed);
    }
  }
}
