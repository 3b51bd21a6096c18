package dev.plimsoll.model.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kubernetes.quantity.Quantity;
import java.time.Duration;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** What gangs' quota holds in whatever order pods come, fail, end and are counted. */
class GangQuotaPropertyTest {
  private static final int SIZE = 8;
  private static final int HARD = 8;

  @Provide
  Arbitrary<List<Integer>> steps() {
    return Arbitraries.integers().between(0, 999).withoutEdgeCases().list().ofMaxSize(120);
  }

  /** Pods fail before they are stored, and are counted late; none ends. */
  @Property
  void of_two_gangs_of_8_on_a_quota_of_8_never_both_have_pods(
      @ForAll("steps") List<Integer> steps) {
    GangQuotaModel model = new GangQuotaModel(HARD);
    for (int step : steps) {
      switch (step % 5) {
        case 0 -> model.create("a", SIZE, 1);
        case 1 -> model.create("b", SIZE, 1);
        case 2 -> model.store();
        case 3 -> model.resync();
        default -> {
          if (step % 3 == 0) {
            model.fail();
          }
        }
      }

      assertThat(model.stored("a") == 0 || model.stored("b") == 0).isTrue();
    }
    // Whoever asks for the rest gets it: one of them runs as a whole.
    for (int i = 0; i < SIZE; i++) {
      model.create("a", SIZE, 1);
      model.create("b", SIZE, 1);
    }
    for (int i = 0; i < SIZE; i++) {
      model.store();
    }
    assertThat(List.of(model.stored("a"), model.stored("b")))
        .containsExactlyInAnyOrder((long) SIZE, 0L);
  }

  @Property
  void never_is_more_stored_than_the_limits_and_nothing_stays_held(
      @ForAll("steps") List<Integer> steps) {
    GangQuotaModel model = new GangQuotaModel(HARD, HARD + 2);
    for (int step : steps) {
      int argument = step / 8;
      switch (step % 8) {
        case 0 -> model.create("a", 2 + argument % 7, 1 + argument % 2);
        case 1 -> model.create("b", 2 + argument % 7, 1 + argument % 2);
        case 2 -> model.create("", 0, 1 + argument % 3);
        case 3, 4 -> model.store();
        case 5 -> model.resync();
        case 6 -> model.fail();
        default -> {
          if (argument % 2 == 0) {
            model.delete(argument);
          } else {
            model.pass(Duration.ofSeconds(argument));
          }
        }
      }

      assertThat(model.used()).isLessThanOrEqualTo(HARD);
    }

    model.pass(GangQuotaModel.HOLD);
    model.resync();

    assertThat(model.ledgers())
        .allSatisfy(
            ledger -> {
              assertThat(ledger.gangs().isEmpty()).isTrue();
              assertThat(ledger.reserved().getOrZero(GangQuotaModel.KEY)).isEqualTo(Quantity.ZERO);
            });
  }
}
