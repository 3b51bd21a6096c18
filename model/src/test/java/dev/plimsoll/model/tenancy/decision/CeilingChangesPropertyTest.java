package dev.plimsoll.model.tenancy.decision;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.model.tenancy.division.StepLimits;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;

class CeilingChangesPropertyTest {
  private static final long FAR = 1000;

  @Property(edgeCases = EdgeCasesMode.NONE)
  void no_ceiling_comes_to_lie_below_what_is_used(
      @ForAll("moves") List<CeilingChange> ceilingChanges,
      @ForAll @IntRange(max = 60) int total,
      @ForAll @IntRange(min = 1, max = 8) int step,
      @ForAll @IntRange(max = 4) int hysteresis) {
    Map<String, Long> places =
        new CeilingChanges(total, new StepLimits(hysteresis, Math.max(1, step))).of(ceilingChanges);

    assertThat(ceilingChanges)
        .allSatisfy(m -> assertThat(at(places, m)).isGreaterThanOrEqualTo(m.used()));
  }

  @Property(edgeCases = EdgeCasesMode.NONE)
  void together_they_stay_below_the_total_once_they_are(
      @ForAll("moves") List<CeilingChange> ceilingChanges,
      @ForAll @IntRange(max = 20) int more,
      @ForAll @IntRange(min = 1, max = 8) int step,
      @ForAll @IntRange(max = 4) int hysteresis) {
    long total = ceilingChanges.stream().mapToLong(CeilingChange::base).sum() + more;

    Map<String, Long> places =
        new CeilingChanges(total, new StepLimits(hysteresis, Math.max(1, step))).of(ceilingChanges);

    assertThat(sum(places)).isLessThanOrEqualTo(total);
  }

  @Property(edgeCases = EdgeCasesMode.NONE)
  void none_rises_beyond_what_is_used_while_they_are_too_high_together(
      @ForAll("moves") List<CeilingChange> ceilingChanges,
      @ForAll @IntRange(max = 30) int total,
      @ForAll @IntRange(min = 1, max = 8) int step,
      @ForAll @IntRange(max = 4) int hysteresis) {
    Map<String, Long> places =
        new CeilingChanges(total, new StepLimits(hysteresis, Math.max(1, step))).of(ceilingChanges);

    if (sum(places) > total) {
      assertThat(ceilingChanges)
          .allSatisfy(m -> assertThat(at(places, m)).isLessThanOrEqualTo(m.base()));
    }
  }

  @Property(edgeCases = EdgeCasesMode.NONE)
  void none_moves_by_more_than_a_step_except_up_to_what_is_used(
      @ForAll("moves") List<CeilingChange> ceilingChanges,
      @ForAll @IntRange(max = 60) int total,
      @ForAll @IntRange(min = 1, max = 8) int step,
      @ForAll @IntRange(max = 4) int hysteresis) {
    Map<String, Long> places =
        new CeilingChanges(total, new StepLimits(hysteresis, Math.max(1, step))).of(ceilingChanges);

    assertThat(ceilingChanges)
        .filteredOn(m -> m.isSet() && at(places, m) != m.used())
        .allSatisfy(m -> assertThat(Math.abs(at(places, m) - m.now())).isLessThanOrEqualTo(step));
  }

  @Property(edgeCases = EdgeCasesMode.NONE)
  void none_moves_by_less_than_the_hysteresis_while_the_total_is_kept(
      @ForAll("moves") List<CeilingChange> ceilingChanges,
      @ForAll @IntRange(max = 20) int more,
      @ForAll @IntRange(min = 4, max = 8) int step,
      @ForAll @IntRange(max = 4) int hysteresis) {
    long total = ceilingChanges.stream().mapToLong(CeilingChange::base).sum() + more;

    Map<String, Long> places =
        new CeilingChanges(total, new StepLimits(hysteresis, Math.max(1, step))).of(ceilingChanges);

    assertThat(ceilingChanges)
        .filteredOn(m -> m.isSet() && m.used() <= m.now() && at(places, m) != m.now())
        .allSatisfy(
            m -> assertThat(Math.abs(at(places, m) - m.now())).isGreaterThanOrEqualTo(hysteresis));
  }

  @Property(edgeCases = EdgeCasesMode.NONE)
  void a_reduction_is_only_small_where_what_is_used_leaves_no_room_for_a_larger_one(
      @ForAll("moves") List<CeilingChange> ceilingChanges,
      @ForAll @IntRange(max = 60) int total,
      @ForAll @IntRange(max = 4) int hysteresis) {
    Map<String, Long> places =
        new CeilingChanges(total, new StepLimits(hysteresis, Math.max(1, FAR))).of(ceilingChanges);

    assertThat(ceilingChanges)
        .filteredOn(m -> m.isSet() && at(places, m) < m.now())
        .filteredOn(m -> m.now() - at(places, m) < hysteresis)
        .allSatisfy(m -> assertThat(m.now() - hysteresis).isLessThan(m.used()));
  }

  @Property(edgeCases = EdgeCasesMode.NONE)
  void without_limits_all_reach_goals_that_fit(
      @ForAll("moves") List<CeilingChange> ceilingChanges) {
    long total = ceilingChanges.stream().mapToLong(CeilingChange::goal).sum();

    Map<String, Long> places = new CeilingChanges(total, new StepLimits(0, FAR)).of(ceilingChanges);

    assertThat(ceilingChanges).allSatisfy(m -> assertThat(at(places, m)).isEqualTo(m.goal()));
  }

  private static long at(Map<String, Long> places, CeilingChange ceilingChange) {
    return places.getOrDefault(ceilingChange.name(), -1L);
  }

  private static long sum(Map<String, Long> places) {
    return places.values().stream().mapToLong(Long::longValue).sum();
  }

  @Provide
  Arbitrary<List<CeilingChange>> moves() {
    return Combinators.combine(
            Arbitraries.longs().between(0, 8),
            Arbitraries.longs().between(CeilingChange.UNSET, 16),
            Arbitraries.longs().between(0, 16))
        .as((used, now, goal) -> new CeilingChange("", used, now, goal))
        .list()
        .ofMinSize(1)
        .ofMaxSize(6)
        .map(CeilingChangesPropertyTest::named);
  }

  private static List<CeilingChange> named(List<CeilingChange> ceilingChanges) {
    List<CeilingChange> named = new ArrayList<>();
    for (CeilingChange m : ceilingChanges) {
      named.add(new CeilingChange("n" + named.size(), m.used(), m.now(), m.goal()));
    }
    return named;
  }
}
