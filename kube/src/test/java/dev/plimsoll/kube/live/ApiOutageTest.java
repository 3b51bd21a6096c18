package dev.plimsoll.kube.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.ResourceBundle;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ApiOutageTest {
  private final List<String> lines = new ArrayList<>();
  private final AtomicLong nanos = new AtomicLong();
  private final ApiOutage outage = new ApiOutage("https://a", new Lines(), nanos::get);

  @BeforeEach
  void watch() {
    outage.watch();
  }

  private void pass(Duration time) {
    nanos.addAndGet(time.toNanos());
  }

  @Test
  void an_outage_is_a_line_when_it_begins_one_each_five_minutes_and_one_when_it_ends() {
    for (int second = 0; second < 15 * 60; second++) {
      for (int i = 0; i < 10; i++) {
        outage.unanswered("nothing answers there");
      }
      pass(Duration.ofSeconds(1));
    }
    outage.answered();

    assertThat(lines).hasSize(4);
    assertThat(lines.get(0))
        .startsWith("the API server https://a fails: nothing answers there; since 2")
        .endsWith(", 3 attempts failed; each watch and duty keeps trying");
    assertThat(lines.get(1)).contains("still fails").contains("3001 attempts failed");
    assertThat(lines.get(3))
        .isEqualTo(
            "the API server https://a answers again after 900 seconds and 9000 failed attempts");
  }

  @Test
  void an_answer_ends_it_and_without_three_failures_in_a_row_it_never_began() {
    for (int i = 0; i < 100; i++) {
      outage.unanswered("the connection broke");
      outage.unanswered("the connection broke");
      outage.answered();
    }

    assertThat(lines).isEmpty();
    assertThat(outage.isOn()).isFalse();
  }

  @Test
  void one_path_that_is_answered_with_errors_is_no_outage_and_three_are() {
    for (int i = 0; i < 100; i++) {
      outage.denied("/api/v1/pods", 403);
      outage.denied("/apis/a/v1/b", 503);
    }
    assertThat(outage.isOn()).isFalse();

    outage.denied("/api/v1/nodes", 503);
    assertThat(outage.isOn()).isTrue();
    assertThat(lines).hasSize(1);
    assertThat(lines.get(0)).contains("/api/v1/nodes was answered with 503");
  }

  @Test
  void a_server_that_comes_and_goes_does_not_fill_the_log() {
    for (int second = 0; second < 600; second++) {
      for (int i = 0; i < 5; i++) {
        outage.unanswered("nothing answers there");
      }
      assertThat(outage.isOn()).isTrue();
      pass(Duration.ofSeconds(1));
      outage.answered();
    }

    assertThat(lines).hasSizeLessThanOrEqualTo(2 * 600 / 30);
  }

  private final class Lines implements System.Logger {
    @Override
    public String getName() {
      return "lines";
    }

    @Override
    public boolean isLoggable(Level level) {
      return true;
    }

    @Override
    public void log(
        Level level, @Nullable ResourceBundle bundle, String line, @Nullable Throwable thrown) {
      lines.add(line);
    }

    @Override
    public void log(
        Level level, @Nullable ResourceBundle bundle, String line, Object @Nullable ... values) {
      lines.add(line);
    }
  }
}
