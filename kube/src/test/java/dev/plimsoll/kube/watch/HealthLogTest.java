package dev.plimsoll.kube.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kube.LogRecorder;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class HealthLogTest {
  private final LogRecorder log = new LogRecorder(HealthLog.class);
  private long nanos = Duration.ofDays(1).toNanos();
  private final HealthLog health = new HealthLog("pods", () -> nanos);

  @AfterEach
  void stop() {
    log.close();
  }

  @Test
  void silence_is_the_time_that_has_gone_by_since_anything_was_sent() {
    assertThat(health.health().silence()).isEmpty();
    health.listed();
    nanos += Duration.ofMinutes(2).toNanos();
    health.failed("Nobody answers.");

    assertThat(health.health().silence()).isEqualTo(Optional.of(Duration.ofMinutes(2)));
  }

  @Test
  void a_kind_that_is_heard_of_is_no_news() {
    health.listed();
    health.received(1);

    assertThat(log.lines()).isEmpty();
  }

  @Test
  void a_problem_is_logged_once_however_often_it_is_tried_again_and_so_is_its_end() {
    for (int i = 0; i < 5; i++) {
      health.failed("Nobody answers.");
    }
    health.failed("It is forbidden.");
    health.received(0);
    health.received(1);
    for (int i = 0; i < 3; i++) {
      health.failed("Nobody answers.");
    }

    assertThat(log.lines())
        .containsExactly(
            "INFO pods: will retry: Nobody answers.",
            "INFO pods: will retry: It is forbidden.",
            "INFO pods: in sync again",
            "INFO pods: will retry: Nobody answers.");
    assertThat(health.health().failures()).isEqualTo(3);
  }

  @Test
  void a_watch_that_was_opened_is_not_in_sync_before_the_server_has_sent_something() {
    for (int i = 0; i < 3; i++) {
      health.failed("Nobody answers.");
    }
    health.opened();
    health.failed("resourceVersion expired, listing again");
    assertThat(log.lines()).containsExactly("INFO pods: will retry: Nobody answers.");
    health.listed();

    assertThat(log.lines())
        .containsExactly("INFO pods: will retry: Nobody answers.", "INFO pods: in sync again");
  }

  @Test
  void a_watch_that_breaks_off_and_is_opened_again_is_no_news() {
    for (int i = 0; i < 100; i++) {
      health.failed("The watch broke off.");
      health.failed("Nobody answers.");
      health.opened();
    }

    assertThat(log.lines()).isEmpty();
  }
}
