package dev.plimsoll.console;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonNull;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import dev.plimsoll.kube.prometheus.TimeSeries;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;

/** Balances of namespaces at full hours, from Prometheus. */
final class HourlyBalances {
  static final Duration STEP = Duration.ofHours(1);

  /** How old what was counted may be at an hour that it is taken for. */
  static final Duration STALE_AFTER = Duration.ofMinutes(15);

  private static final Comparator<Row> ORDER =
      Comparator.comparing(Row::namespace).thenComparing(Row::resource);

  private final Instant first;
  private final BitSet counted;
  private final int hours;
  private final SortedMap<Row, Map<Figure, double[]>> rows = new TreeMap<>(ORDER);

  private record Row(String namespace, String resource) {}

  private enum Figure {
    LIMIT("limit", BalanceMetrics.LIMIT, Double.NaN),
    PLACED("placed", BalanceMetrics.PLACED, 0),
    PENDING("pending", BalanceMetrics.PENDING, 0),
    MISSING("missing", BalanceMetrics.MISSING, 0);

    private final String field;
    private final String metric;

    /** The balance at an hour with a count and without a sample of the namespace. */
    private final double untold;

    Figure(String field, String metric, double untold) {
      this.field = field;
      this.metric = metric;
      this.untold = untold;
    }

    static Optional<Figure> of(TimeSeries series) {
      return Arrays.stream(values())
          .filter(f -> f.metric.equals(series.label("__name__")))
          .findFirst();
    }
  }

  private HourlyBalances(Instant first, int hours, BitSet counted) {
    this.first = first;
    this.hours = hours;
    this.counted = counted;
  }

  /**
   * Reads the series of {@link BalanceMetrics}.
   *
   * @param first a full hour
   * @param last another
   */
  static HourlyBalances of(List<TimeSeries> series, Instant first, Instant last) {
    int hours = (int) Duration.between(first, last).dividedBy(STEP) + 1;
    HourlyBalances balances = new HourlyBalances(first, hours, new BitSet(hours));
    series.stream()
        .filter(s -> s.label("__name__").equals(BalanceMetrics.TIMESTAMP))
        .forEach(balances::addCounted);
    series.forEach(s -> Figure.of(s).ifPresent(figure -> balances.add(figure, s)));
    return balances;
  }

  private void addCounted(TimeSeries series) {
    series
        .values()
        .forEach(
            (time, countedAt) -> {
              int hour = hour(time);
              if (isWithin(hour) && time - countedAt <= STALE_AFTER.toSeconds()) {
                counted.set(hour);
              }
            });
  }

  private void add(Figure figure, TimeSeries series) {
    double[] amounts =
        rows.computeIfAbsent(new Row(series.namespace(), series.label("resource")), row -> untold())
            .getOrDefault(figure, new double[0]);
    series
        .values()
        .forEach(
            (time, amount) -> {
              int hour = hour(time);
              if (isWithin(hour) && counted.get(hour)) {
                amounts[hour] =
                    Double.isNaN(amounts[hour]) ? amount : Math.max(amounts[hour], amount);
              }
            });
  }

  private int hour(long time) {
    return (int) ((time - first.getEpochSecond()) / STEP.toSeconds());
  }

  private boolean isWithin(int hour) {
    return hour >= 0 && hour < hours;
  }

  private Instant time(int hour) {
    return first.plus(STEP.multipliedBy(hour));
  }

  private Map<Figure, double[]> untold() {
    Map<Figure, double[]> all = new EnumMap<>(Figure.class);
    for (Figure figure : Figure.values()) {
      double[] amounts = new double[hours];
      Arrays.setAll(amounts, hour -> counted.get(hour) ? figure.untold : Double.NaN);
      all.put(figure, amounts);
    }
    return all;
  }

  /**
   * Returns {@code {since: …, stepSeconds: 3600, namespaces: [{namespace: …, resource: …, limit:
   * […], placed: […], pending: […], missing: […]}]}}: amounts from {@code since} on, null where
   * nothing is known, or there was no limit. Nothing but the step and no namespaces if nothing is
   * known at all.
   *
   * @param created when a namespace was created: before, it had nothing, whatever one of that name
   *     had; empty if nothing is to be told of it
   */
  JsonObject json(Function<String, Optional<Instant>> created) {
    JsonObject json = new JsonObject();
    int start = counted.nextSetBit(0);
    if (start >= 0) {
      json.addProperty("since", time(start).toString());
    }
    json.addProperty("stepSeconds", STEP.toSeconds());
    JsonArray namespaces = new JsonArray();
    if (start >= 0) {
      rows.forEach(
          (row, figures) ->
              created
                  .apply(row.namespace())
                  .ifPresent(time -> namespaces.add(json(row, figures, start, time))));
    }
    json.add("namespaces", namespaces);
    return json;
  }

  private JsonObject json(Row row, Map<Figure, double[]> figures, int start, Instant created) {
    JsonObject json = new JsonObject();
    json.addProperty("namespace", row.namespace());
    json.addProperty("resource", row.resource());
    figures.forEach(
        (figure, amounts) -> {
          JsonArray all = new JsonArray(hours - start);
          for (int hour = start; hour < hours; hour++) {
            all.add(number(amount(figure, amounts, hour, created)));
          }
          json.add(figure.field, all);
        });
    return json;
  }

  /** Samples from the time of a namespace's creation may belong to a former namespace. */
  private double amount(Figure figure, double[] amounts, int hour, Instant created) {
    if (time(hour).isBefore(created)) {
      return counted.get(hour) ? figure.untold : Double.NaN;
    }
    return time(hour).isBefore(created.plus(STALE_AFTER)) ? Double.NaN : amounts[hour];
  }

  private static JsonElement number(double amount) {
    if (Double.isNaN(amount)) {
      return JsonNull.INSTANCE;
    }
    return amount == Math.rint(amount)
        ? new JsonPrimitive((long) amount)
        : new JsonPrimitive(amount);
  }
}
