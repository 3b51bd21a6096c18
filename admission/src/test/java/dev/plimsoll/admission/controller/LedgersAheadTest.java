package dev.plimsoll.admission.controller;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class LedgersAheadTest {
  private final AtomicLong nanos = new AtomicLong();
  private final LedgersAhead ahead = new LedgersAhead(nanos::get, Duration.ofMinutes(1));

  @Test
  void a_ledger_may_be_ahead_for_a_while_only() {
    assertThat(ahead.isTooLong("l", true)).isFalse();
    nanos.addAndGet(Duration.ofSeconds(119).toNanos());
    assertThat(ahead.isTooLong("l", true)).isFalse();
    nanos.addAndGet(Duration.ofSeconds(1).toNanos());
    assertThat(ahead.isTooLong("l", true)).isTrue();
  }

  @Test
  void one_that_was_caught_up_with_is_ahead_anew() {
    assertThat(ahead.isTooLong("l", true)).isFalse();
    nanos.addAndGet(Duration.ofMinutes(3).toNanos());
    assertThat(ahead.isTooLong("l", false)).isFalse();

    assertThat(ahead.isTooLong("l", true)).isFalse();
  }
}
