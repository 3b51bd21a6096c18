package dev.plimsoll.kubernetes.usage;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import net.jqwik.api.constraints.IntRange;

/** Laws of the rule, compared with a look at every minute of the window. */
class IdleRulePropertyTest {
  private static final Instant BEGIN = Instant.parse("2026-01-31T00:00:00Z");
  private static final IdleRule RULE = new IdleRule(1, Duration.ofMinutes(60));

  /** A minute: busy, quiet, without a sample, or with a sample of one device of two. */
  private enum Minute {
    BUSY,
    QUIET,
    HOLE,
    PARTLY
  }

  @Provide
  Arbitrary<List<Minute>> minutes() {
    Arbitrary<List<Minute>> stretch =
        Arbitraries.frequencyOf(
                Tuple.of(12, Arbitraries.just(Minute.QUIET)),
                Tuple.of(2, Arbitraries.just(Minute.BUSY)),
                Tuple.of(1, Arbitraries.just(Minute.HOLE)),
                Tuple.of(1, Arbitraries.just(Minute.PARTLY)))
            .flatMap(
                m ->
                    Arbitraries.integers()
                        .between(1, m == Minute.QUIET ? 90 : 6)
                        .map(n -> Collections.nCopies(n, m)));
    return stretch
        .list()
        .ofMinSize(1)
        .ofMaxSize(8)
        .map(
            all -> {
              List<Minute> joined = new ArrayList<>();
              all.forEach(joined::addAll);
              return joined;
            });
  }

  private static Instant time(int minute) {
    return BEGIN.plus(Duration.ofMinutes(minute));
  }

  private static Optional<Instant> idleSince(List<Minute> minutes, int started) {
    UsageSamples samples = RULE.samples();
    for (int i = 0; i < minutes.size(); i++) {
      if (minutes.get(i) != Minute.HOLE) {
        samples.add(
            time(i),
            minutes.get(i) == Minute.BUSY ? 40 : 0.5,
            minutes.get(i) == Minute.PARTLY ? 1 : 2);
      }
    }
    Instant now = time(minutes.size() - 1);
    return samples.usage().flatMap(u -> RULE.idleSince(u, time(started), 2, now));
  }

  @Property
  void a_pod_is_idle_only_if_every_minute_since_then_was_measured_and_quiet(
      @ForAll("minutes") List<Minute> minutes, @ForAll @IntRange(max = 60) int started) {
    idleSince(minutes, started)
        .ifPresent(
            since -> {
              int first = (int) Duration.between(BEGIN, since).toMinutes();
              List<Minute> stretch = minutes.subList(first, minutes.size());
              while (stretch.get(stretch.size() - 1) == Minute.HOLE) {
                stretch = stretch.subList(0, stretch.size() - 1);
              }
              assertThat(stretch).containsOnly(Minute.QUIET).hasSizeGreaterThan(60);
              assertThat(minutes.size() - first - stretch.size()).isLessThanOrEqualTo(5);
              assertThat(first).isGreaterThanOrEqualTo(started);
            });
  }

  @Property
  void a_pod_is_idle_if_the_last_window_was_measured_and_quiet(
      @ForAll("minutes") List<Minute> minutes) {
    List<Minute> last = minutes.subList(Math.max(0, minutes.size() - 61), minutes.size());
    boolean isQuiet = last.size() == 61 && last.stream().allMatch(m -> m == Minute.QUIET);

    assertThat(idleSince(minutes, 0).isPresent() || !isQuiet).isTrue();
  }

  @Property
  void a_longer_window_calls_no_other_pod_idle(
      @ForAll("minutes") List<Minute> minutes, @ForAll @IntRange(min = 60, max = 300) int window) {
    UsageSamples samples = RULE.samples();
    for (int i = 0; i < minutes.size(); i++) {
      if (minutes.get(i) != Minute.HOLE) {
        samples.add(time(i), minutes.get(i) == Minute.BUSY ? 40 : 0, 2);
      }
    }
    Instant now = time(minutes.size() - 1);
    IdleRule longer = RULE.withWindow(Duration.ofMinutes(window));

    samples
        .usage()
        .filter(u -> longer.idleSince(u, BEGIN, 2, now).isPresent())
        .ifPresent(u -> assertThat(RULE.idleSince(u, BEGIN, 2, now)).isPresent());
  }
}
