package dev.plimsoll.admission.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.function.LongFunction;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import org.junit.jupiter.api.Test;

/** What holds whatever fails, and in whatever order the processes go on. */
class ReservationModelPropertyTest {
  private static final int STEPS = 60;

  /** An answer is at most 0.7 seconds younger than its reservation, which yields after a second. */
  private static final Duration CARRIED_OUT = Duration.ofMillis(290);

  @Property(tries = 60, shrinking = ShrinkingMode.OFF)
  void no_limit_is_exceeded_and_nothing_stays_that_is_denied_or_expired(@ForAll long seed) {
    ReservationModel model = run(seed, true);

    assertThat(model.violations()).isEmpty();
    assertThat(model.leftAfterExpiry()).isEmpty();
  }

  /** Shows that the model would find it. */
  @Test
  void without_compare_and_swap_limits_are_exceeded() {
    assertThat(exceeding(200, seed -> run(seed, false)).limit(11)).hasSize(11);
  }

  /** Shows that the model lets reservations yield too early, if a rule does. */
  @Test
  void when_requests_are_carried_out_later_than_reservations_yield_limits_are_exceeded() {
    assertThat(exceeding(400, seed -> run(seed, true, Duration.ofMinutes(1))).limit(4)).hasSize(4);
  }

  /** Shows that the rules are asked. */
  @Test
  void replicas_count_ledgers_themselves_and_reservations_of_failed_requests_yield() {
    int yielded = 0;
    int resyncs = 0;
    for (int seed = 0; seed < 200 && (yielded <= 20 || resyncs <= 100); seed++) {
      ReservationModel model = run(seed, true);
      yielded += model.yielded();
      resyncs += model.resyncs();
    }

    assertThat(yielded).isGreaterThan(20);
    assertThat(resyncs).isGreaterThan(100);
  }

  /** Returns the runs that exceed a limit, as they are asked for. */
  private static Stream<ReservationModel> exceeding(
      int runs, LongFunction<ReservationModel> model) {
    return LongStream.range(0, runs).mapToObj(model).filter(m -> !m.violations().isEmpty());
  }

  private static ReservationModel run(long seed, boolean compareAndSwap) {
    return run(seed, compareAndSwap, CARRIED_OUT);
  }

  private static ReservationModel run(long seed, boolean compareAndSwap, Duration latest) {
    ReservationModel model = new ReservationModel(seed, compareAndSwap, latest);
    for (int i = 0; i < STEPS; i++) {
      model.step();
    }
    return model;
  }
}
