package dev.plimsoll.server.metrics;

import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/**
 * Metrics that are columns of one table: a scrape makes the rows once, and each row's labels.
 *
 * @param <T> a row
 */
public final class MetricTable<T> {
  private final Function<T, Labels> labels;
  private final List<Column<T>> columns = new ArrayList<>();
  private final MetricFailures failures = new MetricFailures();

  private record Column<T>(
      String name, String help, boolean isCounter, ToDoubleFunction<T> value) {}

  /** Makes a table without columns, whose rows have these labels. */
  public MetricTable(Function<T, Labels> labels) {
    this.labels = labels;
  }

  /** Adds a gauge. */
  public MetricTable<T> gauge(String name, String help, ToDoubleFunction<T> value) {
    columns.add(new Column<>(name, help, false, value));
    return this;
  }

  /** Adds a counter; its name is given without {@code _total}. */
  public MetricTable<T> counter(String name, String help, ToDoubleFunction<T> value) {
    columns.add(new Column<>(name, help, true, value));
    return this;
  }

  /**
   * Returns a snapshot of each column. A row whose labels are broken, or are those of a row before
   * it, is left out; so is a value that can't be had. What is left out is counted in a snapshot
   * more.
   */
  public List<MetricSnapshot> snapshots(Collection<? extends T> rows) {
    Map<Labels, T> byLabels = new LinkedHashMap<>();
    rows.forEach(row -> add(row, byLabels));
    List<MetricSnapshot> all = new ArrayList<>();
    columns.forEach(column -> all.add(snapshot(column, byLabels)));
    Map<String, Long> failed = failures.counts();
    if (!failed.isEmpty()) {
      all.add(MetricFailures.snapshot(failed));
    }
    return all;
  }

  private void add(T row, Map<Labels, T> byLabels) {
    try {
      Labels key = labels.apply(row);
      if (key.stream().anyMatch(label -> (Object) label.getValue() == null)) {
        fail("a label without a value: " + key);
      } else if (byLabels.putIfAbsent(key, row) != null) {
        fail("two samples with the labels " + key);
      }
    } catch (RuntimeException e) {
      fail(e.toString());
    }
  }

  private void fail(String reason) {
    columns.forEach(column -> failures.add(column.name(), reason));
  }

  private MetricSnapshot snapshot(Column<T> column, Map<Labels, T> rows) {
    GaugeSnapshot.Builder gauge = GaugeSnapshot.builder().name(column.name()).help(column.help());
    CounterSnapshot.Builder counter =
        CounterSnapshot.builder().name(column.name()).help(column.help());
    rows.forEach(
        (key, row) -> {
          try {
            double value = column.value().applyAsDouble(row);
            if (column.isCounter()) {
              counter.dataPoint(count(key, value));
            } else {
              gauge.dataPoint(
                  GaugeSnapshot.GaugeDataPointSnapshot.builder().labels(key).value(value).build());
            }
          } catch (RuntimeException e) {
            failures.add(column.name(), e);
          }
        });
    return column.isCounter() ? counter.build() : gauge.build();
  }

  private static CounterSnapshot.CounterDataPointSnapshot count(Labels labels, double value) {
    if (Double.isNaN(value) || Double.isInfinite(value)) {
      throw new IllegalArgumentException("a counter is " + value);
    }
    return CounterSnapshot.CounterDataPointSnapshot.builder().labels(labels).value(value).build();
  }
}
