package dev.plimsoll.console;

import static dev.plimsoll.kubernetes.fixtures.NodeBuilder.node;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import dev.plimsoll.kubernetes.cluster.Cluster;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.Test;

class BalanceHistoryTest {
  private static final Instant START = Instant.parse("2026-11-22T10:00:00Z");

  private Instant now = START;
  private int gpus = 8;

  private final BalanceHistory history =
      new BalanceHistory(
          () ->
              Cluster.builder(Instant.EPOCH)
                  .add(node("a").has("nvidia.com/gpu", Integer.toString(gpus)).build())
                  .build(),
          new Clock() {
            @Override
            public ZoneId getZone() {
              return ZoneOffset.UTC;
            }

            @Override
            public Clock withZone(ZoneId zone) {
              return this;
            }

            @Override
            public Instant instant() {
              return now;
            }
          });

  private void lookAfter(Duration pause) {
    now = now.plus(pause);
    history.look();
  }

  private List<JsonObject> points() {
    return history.json().getAsJsonArray("points").asList().stream()
        .map(JsonElement::getAsJsonObject)
        .toList();
  }

  private static String text(JsonObject point) {
    return point.get("time").getAsString().substring(11, 16)
        + " "
        + point
            .getAsJsonArray("resources")
            .get(0)
            .getAsJsonObject()
            .get("allocatable")
            .getAsString();
  }

  @Test
  void before_the_first_look_nothing_is_said() {
    assertThat(history.json().toString()).isEqualTo("{\"points\":[]}");
  }

  @Test
  void what_stays_as_it_is_is_one_point_however_often_it_is_looked_at() {
    for (int i = 0; i < 300; i++) {
      lookAfter(Duration.ofMinutes(1));
    }

    assertThat(points()).extracting(BalanceHistoryTest::text).containsExactly("10:01 8");
    assertThat(history.json().get("until").getAsString()).isEqualTo("2026-11-22T15:00:00Z");
  }

  @Test
  void changes_of_the_last_hour_are_there_and_what_was_before_them() {
    lookAfter(Duration.ZERO);
    gpus = 16;
    lookAfter(Duration.ofMinutes(10));
    gpus = 4;
    lookAfter(Duration.ofMinutes(40));

    assertThat(points())
        .extracting(BalanceHistoryTest::text)
        .containsExactly("10:00 8", "10:10 16", "10:50 4");

    lookAfter(Duration.ofMinutes(25));

    assertThat(points())
        .as("at 11:15, when 16 had been there at 10:15")
        .extracting(BalanceHistoryTest::text)
        .containsExactly("10:10 16", "10:50 4");
  }

  @Test
  void no_more_than_sixty_points_are_kept() {
    for (int i = 0; i < 999; i++) {
      gpus = 1 + i;
      lookAfter(Duration.ofMillis(1));
    }

    assertThat(points()).hasSize(BalanceHistory.MOST_POINTS);
    assertThat(text(points().get(59))).endsWith(" 999");
  }
}
