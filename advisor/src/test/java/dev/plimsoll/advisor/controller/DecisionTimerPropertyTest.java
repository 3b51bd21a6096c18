package dev.plimsoll.advisor.controller;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class DecisionTimerPropertyTest {
  private static final Instant START = Instant.parse("2026-03-01T10:00:00Z");
  private static final Duration QUIET = Duration.ofSeconds(10);
  private static final Duration LONGEST = Duration.ofSeconds(60);
  private static final Duration INTERVAL = Duration.ofMinutes(5);

  private final DecisionTimer timer = new DecisionTimer(QUIET, LONGEST);

  private static Instant at(long seconds) {
    return START.plusSeconds(seconds);
  }

  private void decided(long seconds) {
    timer.begin(at(seconds));
    timer.succeeded(INTERVAL);
  }

  @Test
  void the_first_decision_is_due_at_once() {
    assertThat(timer.left(START)).isZero();
  }

  @Test
  void without_a_change_the_next_one_follows_after_the_interval() {
    decided(0);
    assertThat(timer.left(at(1))).isEqualTo(INTERVAL.minusSeconds(1));
    assertThat(timer.left(at(300))).isZero();
  }

  @Test
  void a_change_is_decided_upon_once_it_is_quiet() {
    decided(0);
    timer.changed(at(20));
    timer.changed(at(25));
    assertThat(timer.left(at(26))).isEqualTo(Duration.ofSeconds(9));
    assertThat(timer.left(at(35))).isZero();
  }

  @Test
  void what_changes_while_it_is_decided_leads_to_another_decision() {
    timer.begin(at(0));
    timer.changed(at(1));
    timer.succeeded(INTERVAL);
    assertThat(timer.left(at(2))).isEqualTo(Duration.ofSeconds(9));
  }

  @Test
  void a_decision_that_failed_is_tried_again_sooner() {
    timer.begin(at(0));
    assertThat(timer.left(at(0))).isEqualTo(LONGEST);
  }

  @Test
  void a_new_leader_decides_at_once() {
    decided(0);
    timer.reset();
    assertThat(timer.left(at(1))).isZero();
  }

  @Test
  void a_clock_that_was_set_back_delays_nothing() {
    decided(0);
    assertThat(timer.left(at(-3600))).isZero();
  }

  @Property
  void no_change_waits_longer_than_it_may(
      @ForAll @Size(min = 1, max = 50) List<@IntRange(min = 0, max = 9) Integer> pauses) {
    decided(0);
    long now = 1;
    long first = now;
    for (int pause : pauses) {
      timer.changed(at(now));
      now += pause;
    }
    assertThat(at(now).plus(timer.left(at(now))))
        .isBeforeOrEqualTo(at(Math.max(now, first + LONGEST.toSeconds())));
  }
}
