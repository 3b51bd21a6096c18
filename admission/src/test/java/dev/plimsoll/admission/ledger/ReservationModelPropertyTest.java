package dev.plimsoll.admission.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import org.junit.jupiter.api.Test;

/** What holds whatever fails, and in whatever order the processes go on. */
class ReservationModelPropertyTest {
  private static final int STEPS = 60;

  @Property(shrinking = ShrinkingMode.OFF)
  void no_limit_is_exceeded_and_what_is_denied_is_reserved_nowhere(@ForAll long seed) {
    assertThat(run(seed, true).violations()).isEmpty();
  }

  @Property(shrinking = ShrinkingMode.OFF)
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

  private static ReservationModel run(long seed, boolean compareAndSwap) {
    ReservationModel model = new ReservationModel(seed, compareAndSwap);
    for (int i = 0; i < STEPS; i++) {
      model.step();
    }
    return model;
  }
}
