package dev.plimsoll.admission.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import org.junit.jupiter.api.Test;

/** What holds whatever fails, and in whatever order the processes go on. */
class ReservationModelPropertyTest {
  private static final int STEPS = 60;

  /** An answer is at most 0.7 seconds younger than its reservation, which yields after a second. */
  private static final Duration CARRIED_OUT = Duration.ofMillis(290);

  @Property(tries = 400, shrinking = ShrinkingMode.OFF)
  void no_limit_is_exceeded_and_what_is_denied_is_reserved_nowhere(@ForAll long seed) {
    assertThat(run(seed, true).violations()).isEmpty();
  }

  @Property(tries = 400, shrinking = ShrinkingMode.OFF)
  void nothing_stays_reserved_beyond_its_expiry(@ForAll long seed) {
    assertThat(run(seed, true).leftAfterExpiry()).isEmpty();
  }

  /** Shows that the model would find it. */
  @Test
  void without_compare_and_swap_limits_are_exceeded() {
    int exceeded = 0;
    for (int seed = 0; seed < 200; seed++) {
      exceeded += run(seed, false).violations().isEmpty() ? 0 : 1;
    }

    assertThat(exceeded).isGreaterThan(10);
  }

  /** Shows that the model lets reservations yield too early, if a rule does. */
  @Test
  void when_requests_are_carried_out_later_than_reservations_yield_limits_are_exceeded() {
    int exceeded = 0;
    for (int seed = 0; seed < 400; seed++) {
      exceeded += run(seed, true, Duration.ofMinutes(1)).violations().isEmpty() ? 0 : 1;
    }

    assertThat(exceeded).isGreaterThan(3);
  }

  /** Shows that the rules are asked. */
  @Test
  void replicas_count_ledgers_themselves_and_reservations_of_failed_requests_yield() {
    int yielded = 0;
    int resyncs = 0;
    for (int seed = 0; seed < 200; seed++) {
      ReservationModel model = run(seed, true);
      yielded += model.yielded();
      resyncs += model.resyncs();
    }

    assertThat(yielded).isGreaterThan(20);
    assertThat(resyncs).isGreaterThan(100);
  }

  @Property(tries = 400, shrinking = ShrinkingMode.OFF)
  void no_limit_is_exceeded_however_late_requests_are_carried_out_if_nothing_yields(
      @ForAll long seed) {
    ReservationModel model = withoutYielding(seed, true);

    assertThat(model.violations()).isEmpty();
    assertThat(model.leftAfterExpiry()).isEmpty();
  }

  /** Shows that requests are admitted without a write. */
  @Test
  void replicas_admit_from_parts_that_they_hold() {
    int escrowed = 0;
    for (int seed = 0; seed < 200; seed++) {
      escrowed += withoutYielding(seed, true).escrowed();
    }

    assertThat(escrowed).isGreaterThan(50);
  }

  /** Shows that the model would find a part that is used twice. */
  @Test
  void when_a_part_is_free_again_before_its_object_is_gone_limits_are_exceeded() {
    int exceeded = 0;
    for (int seed = 0; seed < 300; seed++) {
      exceeded += withoutYielding(seed, false).violations().isEmpty() ? 0 : 1;
    }

    assertThat(exceeded).isGreaterThan(5);
  }

  private static ReservationModel withoutYielding(long seed, boolean knowsDeleted) {
    return stepped(ReservationModel.withoutYielding(seed, knowsDeleted), 150);
  }

  private static ReservationModel run(long seed, boolean compareAndSwap) {
    return run(seed, compareAndSwap, CARRIED_OUT);
  }

  private static ReservationModel run(long seed, boolean compareAndSwap, Duration latest) {
    return stepped(new ReservationModel(seed, compareAndSwap, latest), STEPS);
  }

  private static ReservationModel stepped(ReservationModel model, int steps) {
    for (int i = 0; i < steps; i++) {
      model.step();
    }
    return model;
  }
}
