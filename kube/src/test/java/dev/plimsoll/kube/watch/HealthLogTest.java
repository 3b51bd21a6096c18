package dev.plimsoll.kube.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kube.LogRecorder;
import java.time.Clock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class HealthLogTest {
  private final LogRecorder log = new LogRecorder(HealthLog.class);
  private final HealthLog health = new HealthLog("pods", Clock.systemUTC());

  @AfterEach
  void stop() {
    log.close();
  }

  @Test
  void a_kind_that_is_heard_of_is_no_news() {
    health.listed();
    health.received(1);

    assertThat(log.lines()).isEmpty();
  }

  @Test
  void a_problem_is_logged_once_however_often_it_is_tried_again_and_so_is_its_end() {
    for (int i = 0; i < 3; i++) {
      health.failed("Nobody answers.");
    }
    health.failed("It is forbidden.");
    health.received(0);
    health.received(1);
    health.failed("Nobody answers.");

    assertThat(log.lines())
        .containsExactly(
            "INFO pods: will retry: Nobody answers.",
            "INFO pods: will retry: It is forbidden.",
            "INFO pods: in sync again",
            "INFO pods: will retry: Nobody answers.");
    assertThat(health.health().failures()).isEqualTo(1);
  }
}
