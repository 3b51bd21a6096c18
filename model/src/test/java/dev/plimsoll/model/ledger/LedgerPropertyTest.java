package dev.plimsoll.model.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kubernetes.quantity.Quantity;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.RandomDistribution;
import net.jqwik.api.Tuple;
import net.jqwik.api.Tuple.Tuple2;

/** What a ledger holds whatever becomes of the requests, and however late it is told. */
class LedgerPropertyTest {

  /** What may happen; the more likely ones more often. */
  private static final List<Tuple2<Integer, BiConsumer<LedgerModel, Integer>>> STEPS =
      List.of(
          Tuple.of(4, (model, argument) -> model.create(1 + argument % 4)),
          Tuple.of(4, (model, argument) -> model.resize(argument / 4, 1 + argument % 4)),
          Tuple.of(5, LedgerModel::store),
          Tuple.of(1, LedgerModel::fail),
          Tuple.of(1, LedgerModel::delete),
          Tuple.of(3, (model, argument) -> model.observe(argument % 2, argument / 8)),
          Tuple.of(3, (model, argument) -> model.resync(argument % 2)),
          Tuple.of(1, (model, argument) -> model.expire()));

  private static final List<BiConsumer<LedgerModel, Integer>> WEIGHTED =
      STEPS.stream().flatMap(s -> IntStream.range(0, s.get1()).mapToObj(i -> s.get2())).toList();

  @Provide
  Arbitrary<List<Integer>> steps() {
    return Arbitraries.integers()
        .between(0, WEIGHTED.size() * 16 - 1)
        .withDistribution(RandomDistribution.uniform())
        .withoutEdgeCases()
        .list()
        .ofMaxSize(80);
  }

  @Property
  void never_is_more_stored_than_the_limit(@ForAll("steps") List<Integer> steps) {
    LedgerModel model = new LedgerModel();
    for (int step : steps) {
      run(model, step);

      assertThat(model.used()).isLessThanOrEqualTo(LedgerModel.HARD);
    }
  }

  @Property
  void once_all_is_observed_and_expired_nothing_stays_reserved(
      @ForAll("steps") List<Integer> steps) {
    LedgerModel model = new LedgerModel();
    steps.forEach(step -> run(model, step));

    model.expire();
    model.observeAll(0);
    model.resync(0);

    assertThat(model.ledger().reservations()).isEmpty();
    assertThat(model.ledger().total().getOrZero(LedgerModel.KEY))
        .isEqualTo(Quantity.parse("" + model.used()));
  }

  @Property
  void what_was_counted_never_becomes_older(@ForAll("steps") List<Integer> steps) {
    LedgerModel model = new LedgerModel();
    for (int step : steps) {
      Ledger before = model.ledger();
      run(model, step);

      assertThat(
              new ObservedUsage(model.ledger().used(), model.ledger().versions())
                  .isOlderThan(before.versions()))
          .isFalse();
    }
  }

  private static void run(LedgerModel model, int step) {
    WEIGHTED.get(step % WEIGHTED.size()).accept(model, step / WEIGHTED.size());
  }
}
