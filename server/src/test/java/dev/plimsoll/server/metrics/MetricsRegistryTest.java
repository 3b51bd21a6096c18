package dev.plimsoll.server.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.GaugeWithCallback;
import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class MetricsRegistryTest {
  private static final Logger LOG = Logger.getLogger(MetricFailures.class.getName());
  private static final String NONE = "";

  private final MetricsRegistry registry = new MetricsRegistry();
  private final List<String> logged = new ArrayList<>();
  private final Handler handler =
      new Handler() {
        @Override
        public void publish(LogRecord record) {
          logged.add(String.valueOf(record.getParameters()[0]));
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
      };

  @BeforeEach
  void listen() {
    LOG.addHandler(handler);
    registry.registerAll(table("before", row -> Labels.of("row", row), row -> 1));
  }

  @AfterEach
  void stopListening() {
    LOG.removeHandler(handler);
  }

  private static MultiCollector table(
      String name, Function<String, Labels> labels, ToDoubleFunction<String> value) {
    MetricTable<String> table =
        new MetricTable<>(labels)
            .gauge(name, "Help.", value)
            .counter(name + "_counter", "Help.", value);
    return () -> new MetricSnapshots(table.snapshots(List.of("a", "b")));
  }

  private static MultiCollector broken(Function<String, Labels> labels) {
    return table("broken", labels, row -> 2);
  }

  private static MultiCollector brokenValue(ToDoubleFunction<String> value) {
    return table("broken", row -> Labels.of("row", row), value);
  }

  private static double fail() {
    throw new IllegalStateException("broken on purpose");
  }

  private static Labels fail(String row) {
    throw new IllegalStateException("broken on purpose: " + row);
  }

  @SuppressWarnings("NullAway") // What a careless callback may do.
  private static Labels withoutValue(String row) {
    return Labels.of("row", row, "other", null);
  }

  static Stream<Arguments> brokenMetrics() {
    return Stream.of(
        Arguments.of("a value that throws", brokenValue(row -> fail()), NONE),
        Arguments.of(
            "a value that throws for a row",
            brokenValue(row -> row.equals("b") ? fail() : 2),
            "broken{row=\"a\"} 2.0"),
        Arguments.of(
            "two rows with one set of labels",
            broken(row -> Labels.of("row", "a")),
            "broken{row=\"a\"} 2.0"),
        Arguments.of("rows without labels", broken(row -> Labels.EMPTY), "broken 2.0"),
        Arguments.of("labels that throw", broken(MetricsRegistryTest::fail), NONE),
        Arguments.of("an invalid label", broken(row -> Labels.of("", row)), NONE),
        Arguments.of("one label twice", broken(row -> Labels.of("row", row, "row", row)), NONE),
        Arguments.of("a label without a value", broken(MetricsRegistryTest::withoutValue), NONE),
        Arguments.of("not a number", brokenValue(row -> Double.NaN), "broken{row=\"a\"} NaN"),
        Arguments.of("a counter below zero", brokenValue(row -> -1), "broken{row=\"a\"} -1.0"),
        Arguments.of(
            "a collector that throws", (MultiCollector) () -> new MetricSnapshots(thrown()), NONE),
        Arguments.of(
            "a collector that overflows",
            (MultiCollector) () -> new MetricSnapshots(endlessly()),
            NONE),
        Arguments.of(
            "a name that another collector has",
            table("before", row -> Labels.of("row", row), row -> 3),
            "before{row=\"a\"} 1.0"));
  }

  private static List<MetricSnapshot> thrown() {
    throw new IllegalStateException("broken on purpose");
  }

  private static List<MetricSnapshot> endlessly() {
    throw new StackOverflowError("on purpose");
  }

  private String scrape() {
    return new String(registry.text(), StandardCharsets.UTF_8);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("brokenMetrics")
  void a_broken_metric_takes_no_other_one_with_it(String what, MultiCollector broken, String left) {
    registry.registerAll(broken);
    registry.registerAll(table("after", row -> Labels.of("row", row), row -> 4));

    assertThat(scrape())
        .as(what)
        .contains(
            "before{row=\"a\"} 1.0", "before{row=\"b\"} 1.0", "before_counter_total{row=\"b\"}")
        .contains("after{row=\"a\"} 4.0", "after_counter_total{row=\"a\"} 4.0")
        .contains(left)
        .contains("plimsoll_metric_failures_total{metric=");
    assertThat(registry.scrape().stream().map(m -> m.getMetadata().getName()))
        .contains("before", "after", "plimsoll_metric_failures")
        .doesNotHaveDuplicates();
  }

  @Test
  void a_broken_metric_is_logged_once_and_counted_in_each_scrape() {
    registry.registerAll(brokenValue(row -> row.equals("b") ? fail() : 2));

    String first = scrape();
    String third = scrape() + scrape();

    assertThat(first)
        .contains("plimsoll_metric_failures_total{metric=\"broken\"} 1.0")
        .contains("plimsoll_metric_failures_total{metric=\"broken_counter\"} 1.0");
    assertThat(third).contains("plimsoll_metric_failures_total{metric=\"broken\"} 3.0");
    assertThat(logged).containsExactlyInAnyOrder("broken", "broken_counter");
  }

  @Test
  void a_gauge_that_throws_is_named_in_the_count() {
    registry.register(GaugeWithCallback.builder().name("callback").callback(c -> fail()).build());
    registry.register(Counter.builder().name("counted").build()).inc();

    assertThat(scrape())
        .contains("counted_total 1.0")
        .contains("plimsoll_metric_failures_total{metric=\"callback\"} 1.0");
    assertThat(logged).containsExactly("callback");
  }

  @Test
  void failures_of_a_registry_within_another_one_add_up() {
    MetricsRegistry inner = new MetricsRegistry();
    inner.registerAll(brokenValue(row -> fail()));
    registry.registerAll(inner::scrape);
    registry.registerAll(() -> new MetricSnapshots(thrown()));

    assertThat(scrape()).containsOnlyOnce("# TYPE plimsoll_metric_failures_total counter");
  }

  @Test
  void without_a_broken_metric_there_is_no_failure() {
    assertThat(scrape()).doesNotContain("plimsoll_metric_failures_total{");
    assertThat(logged).isEmpty();
  }
}
