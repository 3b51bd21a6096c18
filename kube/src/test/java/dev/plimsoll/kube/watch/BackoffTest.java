package dev.plimsoll.kube.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class BackoffTest {
  private final Backoff backoff = new Backoff(Duration.ofMillis(800), Duration.ofSeconds(30));

  @Test
  void the_first_attempt_does_not_wait() {
    assertThat(backoff.limit()).isZero();
  }

  @Test
  void pauses_double_up_to_the_longest() {
    long[] limits = new long[70];
    for (int i = 0; i < limits.length; i++) {
      backoff.failed();
      limits[i] = backoff.limit();
    }
    assertThat(limits).startsWith(800, 1600, 3200, 6400, 12800, 25600, 30000).endsWith(30000);
  }

  @Test
  void a_success_begins_anew() {
    backoff.failed();
    backoff.failed();
    backoff.succeeded();
    assertThat(backoff.limit()).isZero();
  }

  @Test
  void a_stop_ends_the_waiting() {
    backoff.failed();
    backoff.stop();
    assertThatThrownBy(backoff::await).isInstanceOf(InterruptedException.class);
  }
}
