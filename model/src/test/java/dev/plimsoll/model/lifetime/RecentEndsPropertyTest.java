package dev.plimsoll.model.lifetime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

class RecentEndsPropertyTest {
  private static final Instant NOW = Instant.parse("2026-01-05T12:00:00Z");
  private static final OwnerKey TRAIN = new OwnerKey("a", "Job", "train");

  /** Returns a run that started some seconds ago; it still runs if it lasts longer. */
  private static PodRun run(long ago, long seconds) {
    Instant started = NOW.minusSeconds(ago);
    Optional<Instant> ended =
        seconds <= ago ? Optional.of(started.plusSeconds(seconds)) : Optional.empty();
    return new PodRun(TRAIN, "a", 8, started, ended, OptionalLong.empty());
  }

  private static RecentEnds recent(List<PodRun> runs, Duration window) {
    return Lifetimes.at(LifetimeHistory.of(runs), NOW).recent(window);
  }

  @Property(tries = 200)
  void over_all_the_time_as_many_ends_are_expected_as_came(@ForAll long seed) {
    Random random = new Random(seed);
    List<PodRun> runs = new ArrayList<>();
    int number = 1 + random.nextInt(60);
    for (int i = 0; i < number; i++) {
      runs.add(run(random.nextInt(10_000), 1 + random.nextInt(10_000)));
    }

    RecentEnds all = recent(runs, Duration.ofDays(1));

    assertThat(all.ended())
        .isEqualTo((int) runs.stream().filter(r -> r.ended().isPresent()).count());
    assertThat(all.expected()).isGreaterThanOrEqualTo(all.ended() - 1e-9);
    boolean isBeyond =
        runs.stream()
            .filter(r -> r.ended().isEmpty())
            .anyMatch(r -> Duration.between(r.started(), NOW).compareTo(longest(runs)) > 0);
    if (!isBeyond) {
      assertThat(all.expected()).isCloseTo(all.ended(), within(1e-9));
    }
  }

  private static Duration longest(List<PodRun> runs) {
    return runs.stream()
        .filter(r -> r.ended().isPresent())
        .map(r -> Duration.between(r.started(), r.ended().orElseThrow()))
        .max(Duration::compareTo)
        .orElse(Duration.ZERO);
  }

  @Property(tries = 100)
  void once_pods_run_for_longer_fewer_have_ended_lately_than_expected(@ForAll long seed) {
    Random random = new Random(seed);
    List<PodRun> runs = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      long usual = 1000L + random.nextInt(1000);
      runs.add(run(100_000 + i, usual));
      runs.add(run(3000 + random.nextInt(1000), 3 * usual));
    }

    RecentEnds recent = recent(runs, Duration.ofHours(12));

    assertThat(recent.ended()).isLessThan((int) recent.expected());
  }
}
