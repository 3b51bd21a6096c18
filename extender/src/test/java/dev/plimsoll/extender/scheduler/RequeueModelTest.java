package dev.plimsoll.extender.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.extender.ExtenderFixtures;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.model.tenancy.Enforcement.BorrowingMode;
import dev.plimsoll.model.tenancy.Enforcement.PlacementMode;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Many large pods are held by their quota, and behind them a few small ones whose quota grows. */
class RequeueModelTest {
  private static final int LARGE = 40;
  private static final int SMALL = 4;

  /**
   * Returns how many of the small pods are placed after some looks.
   *
   * @param looked how many of the held pods are looked at, in their order
   */
  private static long placed(int looked) {
    SchedulingModel model =
        new SchedulingModel(
            1, 4, ExtenderFixtures.policy(PlacementMode.HOLD, BorrowingMode.IDLE), Set.of());
    model.quota("one", 0);
    model.quota("two", 0);
    model.informer.tellAll(model.decisions, model.random);
    for (int i = 0; i < LARGE; i++) {
      model.create("one", SchedulingModel.GPUS, 0);
    }
    for (int i = 0; i < SMALL; i++) {
      model.create("two", 1, 0);
    }
    model.informer.tellAll(model.decisions, model.random);
    List.copyOf(model.pods.keySet()).forEach(model::schedule);
    model.quota("two", SMALL);
    model.informer.tellAll(model.decisions, model.random);
    assertThat(model.decisions.held()).hasSize(LARGE + SMALL);

    for (int i = 0; i < 10; i++) {
      look(model, looked);
    }
    return model.placed().stream().map(Pod::namespace).filter("two"::equals).count();
  }

  private static void look(SchedulingModel model, int looked) {
    model.pass(Duration.ofSeconds(1));
    Set<HeldPod> first = new HashSet<>(model.decisions.held().stream().limit(looked).toList());
    model.decisions.released(LARGE + SMALL).values().stream()
        .flatMap(List::stream)
        .filter(first::contains)
        .toList()
        .forEach(
            held -> {
              model.decisions.requeue(held);
              if (model.schedule(held.pod().name()).equals("passed")) {
                model.bind(held.pod().name(), false);
              }
            });
    model.informer.tellAll(model.decisions, model.random);
  }

  @Test
  void who_fits_is_requeued_whatever_is_held_before() {
    assertThat(placed(LARGE + SMALL)).isEqualTo(SMALL);
  }

  @Test
  void the_model_finds_that_only_the_first_are_looked_at() {
    assertThat(placed(32)).isZero();
  }
}
