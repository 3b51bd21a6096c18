package dev.plimsoll.admission.gate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.model.tenancy.Enforcement.BorrowingMode;
import java.util.stream.LongStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import org.junit.jupiter.api.Test;

class GateModelPropertyTest {
  private static final int STEPS = 80;
  private static final int CAPACITY = 16;

  private static boolean keepsToShares(GateModel model) {
    boolean keeps = true;
    for (int i = 0; i < STEPS && keeps; i++) {
      model.step();
      keeps = model.released("one") <= CAPACITY / 2 && model.released("two") <= CAPACITY / 2;
    }
    return keeps;
  }

  @Property(tries = 150, shrinking = ShrinkingMode.OFF)
  void no_tenant_is_released_more_than_its_share_whichever_replica_crashes(@ForAll long seed) {
    assertThat(keepsToShares(new GateModel(seed, BorrowingMode.NEVER, true))).isTrue();
  }

  @Property(tries = 150, shrinking = ShrinkingMode.OFF)
  void all_tenants_together_are_released_no_more_than_there_is(@ForAll long seed) {
    GateModel model = new GateModel(seed, BorrowingMode.IDLE, true);
    for (int i = 0; i < STEPS; i++) {
      model.step();
      assertThat(model.released("one") + model.released("two")).isLessThanOrEqualTo(CAPACITY);
    }
  }

  @Property(tries = 150, shrinking = ShrinkingMode.OFF)
  void once_faults_end_whatever_can_be_released_is(@ForAll long seed) {
    GateModel model = new GateModel(seed, BorrowingMode.NEVER, true);
    for (int i = 0; i < STEPS; i++) {
      model.step();
    }

    model.calm();

    assertThat(model.releasable()).isEmpty();
  }

  /** What the model is good for. */
  @Test
  void a_leader_that_does_not_await_what_the_former_one_did_is_found_out() {
    assertThat(LongStream.range(0, 300))
        .anyMatch(seed -> !keepsToShares(new GateModel(seed, BorrowingMode.NEVER, false)));
  }
}
