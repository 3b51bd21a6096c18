package dev.plimsoll.kube.periodic;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.ResourceBundle;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class LimitedLogTest {
  private final List<String> lines = new ArrayList<>();
  private final AtomicLong nanos = new AtomicLong();
  private final LimitedLog log = new LimitedLog(new Lines(), nanos::get);

  private final class Lines implements System.Logger {
    @Override
    public String getName() {
      return "lines";
    }

    @Override
    public boolean isLoggable(Level level) {
      return level.compareTo(Level.DEBUG) > 0;
    }

    @Override
    public void log(
        Level level, @Nullable ResourceBundle bundle, String line, @Nullable Throwable thrown) {
      if (isLoggable(level)) {
        lines.add(line + (thrown == null ? "" : " with a stack trace"));
      }
    }

    @Override
    public void log(
        Level level, @Nullable ResourceBundle bundle, String line, Object @Nullable ... values) {
      lines.add(line);
    }
  }

  @Test
  void of_lines_that_come_together_one_is_logged_and_the_next_says_how_many_were_left_out() {
    for (int i = 0; i < 50; i++) {
      log.warn("line " + i);
    }
    assertThat(lines).containsExactly("line 0");

    nanos.addAndGet(Duration.ofSeconds(10).toNanos());
    log.warn("line 50");
    assertThat(lines.get(1)).isEqualTo("line 50 (49 similar lines were left out before)");

    nanos.addAndGet(Duration.ofSeconds(10).toNanos());
    log.warn("line 51");
    assertThat(lines.get(2)).isEqualTo("line 51");
  }

  @Test
  void a_defect_is_one_line_with_the_methods_that_it_came_from() {
    log.defect("/path failed", new IllegalStateException("first\nsecond"));

    assertThat(lines).hasSize(1);
    assertThat(lines.get(0))
        .startsWith("/path failed: java.lang.IllegalStateException: first at ")
        .contains("a_defect_is_one_line_with_the_methods_that_it_came_from(LimitedLogTest.java:")
        .doesNotContain("\n", "stack trace");
  }
}
