package dev.plimsoll.admission.review;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.ResourceBundle;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class LogOnceTest {
  private final List<String> lines = new ArrayList<>();
  private final AtomicLong time = new AtomicLong();
  private final LogOnce log = new LogOnce(new Recorder(), time::get);

  @Test
  void what_goes_on_is_logged_once_also_when_it_takes_turns() {
    for (int i = 0; i < 5; i++) {
      log.warn("one");
      pass(Duration.ofSeconds(10));
      log.warn("other");
      pass(Duration.ofSeconds(10));
    }

    assertThat(lines).containsExactly("one", "other");
  }

  @Test
  void of_lines_that_always_differ_one_in_ten_seconds_is_logged_with_the_number_of_others() {
    for (int i = 0; i < 100; i++) {
      log.warn("line " + i);
      pass(Duration.ofSeconds(1));
    }

    assertThat(lines).hasSize(10).endsWith("line 90 (9 similar lines were left out before)");
  }

  @Test
  void what_was_left_out_is_logged_when_it_comes_again() {
    log.warn("one");
    log.warn("other");
    pass(Duration.ofSeconds(10));
    log.warn("other");

    assertThat(lines).containsExactly("one", "other (1 similar lines were left out before)");
  }

  private void pass(Duration duration) {
    time.addAndGet(duration.toNanos());
  }

  private final class Recorder implements System.Logger {
    @Override
    public String getName() {
      return "test";
    }

    @Override
    public boolean isLoggable(Level level) {
      return true;
    }

    @Override
    public void log(
        Level level, @Nullable ResourceBundle bundle, String text, @Nullable Throwable thrown) {
      lines.add(text);
    }

    @Override
    public void log(
        Level level, @Nullable ResourceBundle bundle, String format, Object... parameters) {
      lines.add(format);
    }
  }
}
