package dev.plimsoll.console;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import dev.plimsoll.kube.prometheus.TimeSeries;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

class HourlyBalancesTest {
  private static final Instant FIRST = Instant.parse("2026-11-22T10:00:00Z");

  private final List<TimeSeries> series = new ArrayList<>();

  private static Optional<Instant> always(String namespace) {
    return Optional.of(Instant.EPOCH).filter(time -> !namespace.isEmpty());
  }

  private static long time(int hour) {
    return FIRST.plus(Duration.ofHours(hour)).getEpochSecond();
  }

  private void counted(int hour, Duration before) {
    series.add(
        new TimeSeries(
            Map.of("__name__", BalanceMetrics.TIMESTAMP),
            new TreeMap<>(Map.of(time(hour), (double) (time(hour) - before.toSeconds())))));
  }

  private void counted(int... hours) {
    for (int hour : hours) {
      counted(hour, Duration.ofMinutes(1));
    }
  }

  private void add(String metric, String namespace, Map<Integer, Double> amounts) {
    SortedMap<Long, Double> values = new TreeMap<>();
    amounts.forEach((hour, amount) -> values.put(time(hour), amount));
    series.add(
        new TimeSeries(
            Map.of("__name__", metric, "namespace", namespace, "resource", "nvidia.com/gpu"),
            values));
  }

  private JsonObject json(int hours, Function<String, Optional<Instant>> since) {
    return HourlyBalances.of(series, FIRST, FIRST.plus(Duration.ofHours(hours - 1))).json(since);
  }

  private JsonObject only(int hours, Function<String, Optional<Instant>> since) {
    JsonArray namespaces = json(hours, since).getAsJsonArray("namespaces");
    assertThat(namespaces).hasSize(1);
    return namespaces.get(0).getAsJsonObject();
  }

  @Test
  void an_hour_at_which_nothing_was_counted_is_not_known() {
    counted(0, 2);
    add(BalanceMetrics.PLACED, "a", Map.of(0, 4.0, 1, 5.0, 2, 6.0));

    assertThat(only(3, HourlyBalancesTest::always).get("placed")).hasToString("[4,null,6]");
  }

  @Test
  void what_was_counted_long_before_is_not_taken_for_an_hour() {
    counted(0, HourlyBalances.STALE_AFTER);
    counted(1, HourlyBalances.STALE_AFTER.plusSeconds(1));
    counted(2);
    add(BalanceMetrics.PLACED, "a", Map.of(0, 4.0, 1, 4.0, 2, 4.0));

    assertThat(only(3, HourlyBalancesTest::always).get("placed")).hasToString("[4,null,4]");
  }

  @Test
  void what_was_not_told_of_a_namespace_was_none() {
    counted(0, 1, 2);
    add(BalanceMetrics.PENDING, "a", Map.of(1, 2.5));
    add(BalanceMetrics.LIMIT, "a", Map.of(2, 8.0));

    assertThat(only(3, HourlyBalancesTest::always))
        .hasToString(
            "{\"namespace\":\"a\",\"resource\":\"nvidia.com/gpu\",\"limit\":[null,null,8],"
                + "\"placed\":[0,0,0],\"pending\":[0,2.5,0],\"missing\":[0,0,0]}");
  }

  @Test
  void what_a_former_namespace_of_the_same_name_had_is_not_told() {
    counted(0, 1, 2, 3, 5);
    add(BalanceMetrics.PLACED, "a", Map.of(0, 4.0, 1, 5.0, 2, 6.0, 3, 7.0, 5, 8.0));
    add(BalanceMetrics.LIMIT, "a", Map.of(0, 8.0, 1, 8.0, 2, 8.0, 3, 8.0, 5, 8.0));
    Instant created = FIRST.plus(Duration.ofHours(2)).minusSeconds(1);

    JsonObject told = only(6, n -> Optional.of(created));

    assertThat(told.get("placed")).hasToString("[0,0,null,7,null,8]");
    assertThat(told.get("limit")).hasToString("[null,null,null,8,null,8]");
    assertThat(only(6, n -> Optional.of(created.plusSeconds(2))).get("placed"))
        .hasToString("[0,0,0,7,null,8]");
  }

  @Test
  void other_namespaces_are_left_out() {
    counted(0);
    add(BalanceMetrics.PLACED, "a", Map.of(0, 4.0));
    add(BalanceMetrics.PLACED, "b", Map.of(0, 4.0));

    assertThat(
            only(1, n -> n.equals("b") ? Optional.of(Instant.EPOCH) : Optional.empty())
                .get("namespace")
                .getAsString())
        .isEqualTo("b");
  }

  @Test
  void it_begins_with_the_first_hour_that_is_known() {
    counted(2, 3);
    add(BalanceMetrics.PLACED, "a", Map.of(3, 4.0));

    assertThat(json(4, HourlyBalancesTest::always).get("since").getAsString())
        .isEqualTo("2026-11-22T12:00:00Z");
    assertThat(only(4, HourlyBalancesTest::always).get("placed")).hasToString("[0,4]");
  }

  @Test
  void without_any_count_nothing_is_known() {
    add(BalanceMetrics.PLACED, "a", Map.of(0, 4.0));

    assertThat(json(2, HourlyBalancesTest::always))
        .hasToString("{\"stepSeconds\":3600,\"namespaces\":[]}");
  }
}
