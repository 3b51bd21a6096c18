package dev.plimsoll.model.start;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.Optional;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

class LikelyStartPropertyTest {
  private static LikelyStart runs(int number) {
    return new LikelyStart(
        IntStream.range(0, number).mapToObj(Instant::ofEpochSecond).toArray(Instant[]::new),
        Optional.empty());
  }

  /** One more run is in each of the gaps between the runs with an equal probability. */
  private static double held(int runs, LikelyStart.Interval interval) {
    long from = interval.from().orElseThrow().getEpochSecond();
    long to = interval.to().orElseThrow().getEpochSecond();
    return (double) (to - from) / (runs + 1);
  }

  @Property
  void an_interval_holds_one_more_run_with_its_probability(
      @ForAll @IntRange(min = 9, max = 1000) int number) {
    double eighty = held(number, runs(number).eighty());
    double half = held(number, runs(number).half());

    assertThat(eighty).isBetween(0.8 - 1e-9, 0.8 + 2.0 / (number + 1));
    assertThat(half).isBetween(0.5 - 1e-9, 0.5 + 2.0 / (number + 1));
  }
}
