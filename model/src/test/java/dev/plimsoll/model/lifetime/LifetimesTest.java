package dev.plimsoll.model.lifetime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.fixtures.PodBuilder;
import dev.plimsoll.kubernetes.object.Pod;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LifetimesTest {
  private static final Instant NOW = Instant.parse("2026-01-05T12:00:00Z");
  private static final OwnerKey TRAIN = new OwnerKey("a", "Job", "train");
  private static final OwnerKey TUNE = new OwnerKey("a", "Job", "tune");

  private static PodRun ended(OwnerKey owner, long ago, long seconds) {
    Instant started = NOW.minusSeconds(ago);
    return new PodRun(
        owner, "a", 8, started, Optional.of(started.plusSeconds(seconds)), OptionalLong.empty());
  }

  private static PodRun running(OwnerKey owner, long age) {
    return new PodRun(owner, "a", 8, NOW.minusSeconds(age), Optional.empty(), OptionalLong.empty());
  }

  private static Optional<SurvivalCurve> curve(List<PodRun> runs, OwnerKey owner) {
    return Lifetimes.at(LifetimeHistory.of(runs), NOW).of(new Lifetimes.Kind(owner, "a", 8));
  }

  @ParameterizedTest
  @CsvSource({
    "train-42, train",
    "train-42-x7k2p, train",
    "openb-pod-0001, openb-pod",
    "backup-28374650, backup",
    "sweep-5d4f8c9b77, sweep",
    "resnet, resnet",
    "12345, 12345",
    "my-train-job, my-train-job"
  })
  void a_name_without_its_generated_part_is_the_owner(String name, String stem) {
    assertThat(OwnerKey.stem(name)).isEqualTo(stem);
  }

  private static SurvivalCurve ends(double... ages) {
    return SurvivalCurve.kaplanMeier(
        Arrays.stream(ages).mapToObj(age -> new Spell(-1, age, true)).toList());
  }

  @Test
  void without_censoring_the_curve_is_the_part_that_ran_longer() {
    SurvivalCurve curve = ends(10, 20, 30);

    assertThat(curve.survival(0)).isEqualTo(1);
    assertThat(curve.survival(15)).isCloseTo(2.0 / 3, within(1e-12));
    assertThat(curve.survival(22.5)).isCloseTo(5.0 / 12, within(1e-12));
    assertThat(curve.survival(30)).isZero();
  }

  @Test
  void a_pod_may_end_between_the_ages_at_which_others_ended() {
    SurvivalCurve curve = ends(10, 20, 30);

    assertThat(curve.endingAge(0, 11.0 / 12)).isCloseTo(5, within(1e-9));
    assertThat(curve.endingAge(0, 2.0 / 3)).isCloseTo(15, within(1e-9));
    assertThat(curve.endingAge(10, 0.8)).isCloseTo(15, within(1e-9));
  }

  @Test
  void ends_at_one_age_stay_at_that_age_but_for_one() {
    SurvivalCurve curve = ends(60, 60, 60, 60, 60, 90);

    assertThat(curve.endingAge(0, 0.9)).isEqualTo(60);
    assertThat(curve.endingAge(0, 0.3)).isEqualTo(60);
    assertThat(curve.endingAge(0, 0.95)).isLessThan(60);
    assertThat(curve.endingAge(0, 0.2)).isBetween(60.0, 90.0);
  }

  @Test
  void a_censored_pod_is_at_risk_until_it_was_last_seen() {
    SurvivalCurve curve =
        SurvivalCurve.kaplanMeier(
            List.of(new Spell(-1, 10, true), new Spell(-1, 15, false), new Spell(-1, 20, true)));

    assertThat(curve.survival(15)).isCloseTo(7.0 / 12, within(1e-12));
    assertThat(curve.survival(20)).isZero();
  }

  @Test
  void a_pod_that_was_seen_late_is_at_risk_from_then_on() {
    SurvivalCurve curve =
        SurvivalCurve.kaplanMeier(List.of(new Spell(-1, 10, true), new Spell(15, 20, true)));

    assertThat(curve.survival(10)).isEqualTo(0.5);
    assertThat(ends(10, 20).survival(10)).isEqualTo(0.75);
  }

  @Test
  void an_age_rules_out_earlier_ends() {
    SurvivalCurve curve = ends(10, 100);

    assertThat(curve.endingAge(50, 0.99)).isBetween(50.0, 60.0);
    assertThat(curve.endingAge(50, 0.01)).isEqualTo(100);
  }

  @Test
  void a_pod_older_than_any_that_ended_is_expected_to_run_as_long_again_on_average() {
    SurvivalCurve curve = SurvivalCurve.kaplanMeier(List.of(new Spell(-1, 10, true)));
    int draws = 1_000_000;

    double mean =
        IntStream.range(0, draws)
            .mapToDouble(i -> curve.endingAge(40, (i + 0.5) / draws))
            .average()
            .orElseThrow();

    assertThat(mean).isCloseTo(80, within(0.1));
    assertThat(curve.endingAge(40, 0.5)).isCloseTo(40 * Math.sqrt(2), within(1e-9));
  }

  @Test
  void an_owner_with_many_ends_hardly_looks_at_others() {
    List<PodRun> runs = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      runs.add(ended(TRAIN, 100_000 + i, 3600));
      runs.add(ended(TUNE, 100_000 + i, 60));
    }

    assertThat(curve(runs, TRAIN).orElseThrow().endingAge(0, 0.5)).isEqualTo(3600);
    assertThat(curve(runs, TUNE).orElseThrow().endingAge(0, 0.5)).isEqualTo(60);
  }

  @Test
  void an_owner_without_ends_is_taken_as_its_tenant_and_size() {
    List<PodRun> runs = List.of(ended(TUNE, 1000, 60), running(TRAIN, 10));

    assertThat(curve(runs, TRAIN).orElseThrow().endingAge(0, 0.5)).isEqualTo(60);
  }

  @Test
  void services_have_no_curve_and_teach_nothing() {
    OwnerKey web = new OwnerKey("a", "Deployment", "web");

    assertThat(curve(List.of(ended(web, 1000, 60)), web)).isEmpty();
    assertThat(curve(List.of(ended(web, 1000, 60)), TRAIN)).isEmpty();
  }

  @Test
  void an_end_after_the_instant_is_not_known_yet() {
    assertThat(curve(List.of(ended(TRAIN, 60, 3600)), TRAIN)).isEmpty();
  }

  @Test
  void a_pod_that_is_gone_has_ended_when_that_was_seen() {
    Pod pod = PodBuilder.pod("a", "train-1").uid("uid").on("n").build();
    pod = pod.withStatus(pod.status().withStartTime(Optional.of(NOW.minusSeconds(60))));
    EndedRuns ended = new EndedRuns();
    ended.look(Cluster.builder(NOW).add(pod).build(), n -> n, NOW);
    ended.look(Cluster.empty(NOW), n -> n, NOW.plusSeconds(10));

    assertThat(ended.history().runs())
        .singleElement()
        .satisfies(
            r -> {
              assertThat(r.started()).isEqualTo(NOW.minusSeconds(60));
              assertThat(r.ended()).contains(NOW.plusSeconds(10));
            });
  }
}
