package dev.plimsoll.model.tenancy.decision;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.function.IntToLongFunction;
import org.junit.jupiter.api.Test;

class RecurringDemandTest {
  private static final Instant START = Instant.parse("2026-01-05T00:00:00Z");
  private static final int STEPS_AN_HOUR = 12;

  /** Returns what is known after that many hours of demand, seen every five minutes. */
  private static RecurringDemand after(int hours, IntToLongFunction demand) {
    RecurringDemand known = RecurringDemand.NONE;
    for (int step = 0; step <= hours * STEPS_AN_HOUR; step++) {
      known =
          known.with(
              START.plus(Duration.ofMinutes(5).multipliedBy(step)), demand.applyAsLong(step));
    }
    return known;
  }

  private static long burst(int step) {
    return step % STEPS_AN_HOUR == 7 ? 9 : 2;
  }

  @Test
  void a_burst_recurs_once_it_has_come_in_three_hours() {
    assertThat(after(2, RecurringDemandTest::burst).level()).isZero();
    assertThat(after(3, RecurringDemandTest::burst).level()).isEqualTo(9);
  }

  @Test
  void a_burst_that_is_missed_once_still_recurs() {
    assertThat(after(6, s -> s / STEPS_AN_HOUR == 4 ? 2 : burst(s)).level()).isEqualTo(9);
  }

  @Test
  void a_burst_that_has_ended_is_forgotten() {
    assertThat(after(10, s -> s < 8 * STEPS_AN_HOUR ? burst(s) : 2).level()).isZero();
  }

  @Test
  void steady_rising_and_falling_demand_does_not_recur() {
    assertThat(after(9, s -> 5).level()).isZero();
    assertThat(after(9, s -> s).level()).isZero();
    assertThat(after(9, s -> 1000 - s).level()).isZero();
    assertThat(after(9, s -> s < 5 * STEPS_AN_HOUR ? 2 : 9).level()).isZero();
  }

  @Test
  void at_most_four_hours_and_the_present_one_are_kept() {
    assertThat(after(48, RecurringDemandTest::burst).hours()).hasSize(5);
  }

  @Test
  void hours_to_come_are_forgotten_when_the_clock_goes_back() {
    RecurringDemand known = after(6, RecurringDemandTest::burst).with(START, 1);

    assertThat(known.hours()).containsExactly(new RecurringDemand.Hour(START, 1, 1));
  }
}
