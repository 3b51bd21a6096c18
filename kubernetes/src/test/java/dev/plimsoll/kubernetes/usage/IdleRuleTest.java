package dev.plimsoll.kubernetes.usage;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.Test;

class IdleRuleTest {
  private static final Instant BEGIN = Instant.parse("2026-01-31T00:00:00Z");
  private static final IdleRule RULE = new IdleRule(1, Duration.ofHours(1));

  private static Instant time(int minute) {
    return BEGIN.plus(Duration.ofMinutes(minute));
  }

  /** Returns the summary of some minutes; a usage that isn't a number is a hole. */
  private static DeviceUsage usage(int minutes, IntToDoubleFunction busy) {
    UsageSamples samples = RULE.samples();
    for (int i = 0; i <= minutes; i++) {
      if (!Double.isNaN(busy.applyAsDouble(i))) {
        samples.add(time(i), busy.applyAsDouble(i), 1);
      }
    }
    return samples.usage().orElseThrow();
  }

  private static Optional<Instant> idleSince(int minutes, int started, IntToDoubleFunction busy) {
    return RULE.idleSince(usage(minutes, busy), time(started), 1, time(minutes));
  }

  @Test
  void a_pod_is_idle_once_the_whole_window_was_quiet() {
    assertThat(idleSince(59, 0, m -> 0)).isEmpty();
    assertThat(idleSince(60, 0, m -> 0)).contains(BEGIN);
    assertThat(idleSince(100, 0, m -> m < 30 ? 50 : 0.99)).contains(time(30));
  }

  @Test
  void usage_at_the_threshold_is_busy() {
    assertThat(idleSince(120, 0, m -> 1)).isEmpty();
  }

  @Test
  void a_checkpoint_every_half_hour_keeps_a_pod_from_being_idle() {
    assertThat(idleSince(600, 0, m -> m % 30 == 0 ? 5 : 0)).isEmpty();
  }

  @Test
  void an_exporter_that_restarts_makes_a_hole_after_which_the_window_begins_again() {
    IntToDoubleFunction restart = m -> m == 100 ? Double.NaN : 0;

    assertThat(idleSince(150, 0, restart)).isEmpty();
    assertThat(idleSince(161, 0, restart)).contains(time(101));
    assertThat(usage(161, restart).holes()).isEqualTo(1);
  }

  @Test
  void samples_before_the_start_belong_to_a_predecessor_of_the_name() {
    assertThat(idleSince(100, 50, m -> 0)).isEmpty();
    assertThat(idleSince(110, 50, m -> 0)).contains(time(50));
  }

  @Test
  void a_series_that_ended_tells_nothing_of_now() {
    DeviceUsage ended = usage(120, m -> m <= 110 ? 0 : Double.NaN);

    assertThat(RULE.idleSince(ended, BEGIN, 1, time(115))).contains(BEGIN);
    assertThat(RULE.idleSince(ended, BEGIN, 1, time(116))).isEmpty();
    assertThat(RULE.isMeasured(ended, BEGIN, time(116))).isFalse();
  }

  @Test
  void a_pod_whose_devices_are_not_all_measured_is_not_idle() {
    assertThat(RULE.idleSince(usage(120, m -> 0), BEGIN, 2, time(120))).isEmpty();
  }

  @Test
  void the_default_is_one_percent() {
    assertThat(IdleRule.DEFAULT.threshold()).isEqualTo(1);
  }
}
