package dev.plimsoll.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class InFlightRequestsTest {
  private static final Duration LIMIT = Duration.ofMinutes(5);

  private long nanos;
  private final InFlightRequests requests = new InFlightRequests(() -> nanos);

  private void pass(Duration time) {
    nanos += time.toNanos();
  }

  @Test
  void a_server_that_nobody_calls_is_not_stuck() {
    pass(Duration.ofDays(1));

    assertThat(requests.isStuck(LIMIT)).isFalse();
  }

  @Test
  void a_server_is_stuck_once_calls_wait_and_none_has_been_answered_for_long() {
    pass(Duration.ofDays(1));
    assertThat(requests.enter()).isTrue();
    assertThat(requests.enter()).isTrue();
    pass(LIMIT);
    assertThat(requests.isStuck(LIMIT)).isFalse();

    requests.leave();
    pass(LIMIT);
    assertThat(requests.isStuck(LIMIT)).isFalse();
    pass(Duration.ofNanos(1));
    assertThat(requests.isStuck(LIMIT)).isTrue();

    requests.leave();
    assertThat(requests.isStuck(LIMIT)).isFalse();
  }
}
