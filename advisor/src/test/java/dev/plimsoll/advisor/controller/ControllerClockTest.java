package dev.plimsoll.advisor.controller;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class ControllerClockTest {
  private static final Instant START = Instant.parse("2026-03-01T10:00:00Z");

  @Test
  void a_replay_stands_still_until_it_begins() {
    ControllerClock clock = ControllerClock.replaying(START, Instant.now().plusSeconds(3600), 300);
    assertThat(clock.now()).isEqualTo(START);
  }

  @Test
  void it_then_runs_faster() {
    ControllerClock clock = ControllerClock.replaying(START, Instant.now().minusSeconds(10), 300);
    assertThat(clock.now())
        .isBetween(START.plus(Duration.ofMinutes(50)), START.plus(Duration.ofMinutes(80)));
  }

  @Test
  void waits_are_as_much_shorter() {
    ControllerClock clock = ControllerClock.startingAt(START, 300);
    assertThat(clock.realMillis(Duration.ofMinutes(5))).isEqualTo(1000);
    assertThat(clock.realMillis(Duration.ofMillis(1))).isEqualTo(1);
    assertThat(ControllerClock.SYSTEM.realMillis(Duration.ofSeconds(2))).isEqualTo(2000);
  }
}
