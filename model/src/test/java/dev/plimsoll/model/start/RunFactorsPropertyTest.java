package dev.plimsoll.model.start;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.model.lifetime.LifetimeHistory;
import dev.plimsoll.model.lifetime.Lifetimes;
import dev.plimsoll.model.lifetime.OwnerKey;
import dev.plimsoll.model.lifetime.PodRun;
import dev.plimsoll.model.lifetime.RecentEnds;
import dev.plimsoll.model.lifetime.SurvivalCurve;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

class RunFactorsPropertyTest {
  private static final Instant NOW = Instant.parse("2026-01-05T12:00:00Z");

  private static SurvivalCurve curve() {
    OwnerKey owner = new OwnerKey("a", "Job", "train");
    PodRun run =
        new PodRun(
            owner,
            "a",
            8,
            NOW.minusSeconds(60),
            Optional.of(NOW.minusSeconds(30)),
            OptionalLong.empty());
    return Lifetimes.at(LifetimeHistory.of(List.of(run)), NOW)
        .of(new Lifetimes.Kind(owner, "a", 8))
        .orElseThrow();
  }

  /** Returns the median probability of a longer run, of a pod with an even chance by its curve. */
  private static double longer(RecentEnds recent) {
    SurvivalCurve curve = curve();
    double[] drawn =
        LongStream.range(0, 201)
            .mapToDouble(
                seed ->
                    new RunFactors(new SplittableRandom(seed), List.of(curve), recent)
                        .scaled(Optional.of(curve), 0.5))
            .sorted()
            .toArray();
    return drawn[100];
  }

  @Property(tries = 50)
  void fewer_recent_ends_than_expected_make_pods_run_longer(
      @ForAll @IntRange(max = 200) int ended, @ForAll @IntRange(min = 1, max = 200) int lacking) {
    double asExpected = longer(new RecentEnds(ended, ended));
    double fewer = longer(new RecentEnds(ended, ended + lacking));

    assertThat(fewer).isLessThan(asExpected);
  }
}
