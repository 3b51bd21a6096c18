package dev.plimsoll.server.metrics;

import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
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

  /** Returns a snapshot of each column. */
  public List<MetricSnapshot> snapshots(Collection<? extends T> rows) {
    List<T> all = List.copyOf(rows);
    List<Labels> rowLabels = all.stream().map(labels).toList();
    return columns.stream().map(column -> snapshot(column, all, rowLabels)).toList();
  }

  private static <T> MetricSnapshot snapshot(
      Column<T> column, List<T> rows, List<Labels> rowLabels) {
    GaugeSnapshot.Builder gauge = GaugeSnapshot.builder().name(column.name()).help(column.help());
    CounterSnapshot.Builder counter =
        CounterSnapshot.builder().name(column.name()).help(column.help());
    for (int i = 0; i < rows.size(); i++) {
      double value = column.value().applyAsDouble(rows.get(i));
      if (column.isCounter()) {
        counter.dataPoint(
            CounterSnapshot.CounterDataPointSnapshot.builder()
                .labels(rowLabels.get(i))
                .value(value)
                .build());
      } else {
        gauge.dataPoint(
            GaugeSnapshot.GaugeDataPointSnapshot.builder()
                .labels(rowLabels.get(i))
                .value(value)
                .build());
      }
    }
    return column.isCounter() ? counter.build() : gauge.build();
  }
}
