package dev.plimsoll.kube.watch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class LackedKindLogTest {
  private final List<String> lines = new ArrayList<>();
  private boolean isOutage;
  private final LackedKindLog log =
      new LackedKindLog("jobs.batch", () -> isOutage, (level, line) -> lines.add(line));

  @Test
  void a_lack_is_told_once_and_so_is_its_end() {
    log.lacks("answers omit jobs.");
    log.lacks("answers omit jobs.");
    log.lacksNothing();
    log.lacksNothing();

    assertThat(lines)
        .containsExactly("answers omit jobs.", "jobs.batch: answers no longer lack this kind");
  }

  @Test
  void a_lack_that_ends_with_an_outage_is_not_told() {
    isOutage = true;
    log.lacks("answers omit jobs.");
    isOutage = false;
    log.lacksNothing();

    assertThat(lines).isEmpty();
  }

  @Test
  void a_lack_that_outlasts_an_outage_is_told() {
    isOutage = true;
    log.lacks("answers omit jobs.");
    isOutage = false;
    log.lacks("answers omit jobs.");

    assertThat(lines).containsExactly("answers omit jobs.");
  }
}
