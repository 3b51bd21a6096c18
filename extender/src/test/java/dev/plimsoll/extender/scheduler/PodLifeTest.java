package dev.plimsoll.extender.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.extender.ExtenderFixtures;
import dev.plimsoll.extender.accounting.HoldReason;
import dev.plimsoll.extender.config.ExtenderSettings;
import dev.plimsoll.extender.scheduler.Nomination.Expected;
import dev.plimsoll.extender.scheduler.PodPhase.Assumed;
import dev.plimsoll.extender.scheduler.PodPhase.Unknown;
import dev.plimsoll.kubernetes.object.Condition;
import dev.plimsoll.kubernetes.object.Pod;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Single steps of {@link PodLife}, where the laws leave a choice. */
class PodLifeTest {
  private static final long NOW = 100;
  private static final HoldReason QUOTA =
      new HoldReason(HoldReason.Cause.QUOTA, "gpus", ExtenderFixtures.QUOTA_KEY);
  private static final HoldReason GANG =
      new HoldReason(HoldReason.Cause.GANG, "train", ExtenderFixtures.GPU);

  /** A quota of 2 GPUs holds pods that request more. */
  private static final SchedulerState STATE =
      SchedulerState.of(
          ExtenderFixtures.cluster()
              .add(ExtenderFixtures.node("a", 8))
              .add(ExtenderFixtures.quota("one", 2))
              .build(),
          ExtenderSettings.DEFAULT,
          NOW);

  private static final Pod POD = pod("p", 1);
  private static final Pod HELD = pod("held", 4);

  private final PodFacts facts = new PodFacts(STATE, POD);
  private final PodLife life = new PodLife(facts);
  private final PodLife lifeOfHeld = new PodLife(new PodFacts(STATE, HELD));

  private static Pod pod(String name, long gpus) {
    Pod pod = ExtenderFixtures.pod("one", name, gpus, "");
    return pod.withMetadata(pod.metadata().withResourceVersion("2"));
  }

  private static Pod unschedulable(Pod pod, String message) {
    Condition condition = new Condition("PodScheduled", "False", "Unschedulable", message);
    return pod.withStatus(pod.status().withConditions(List.of(condition)));
  }

  private static PodEntry waiting(Pod pod) {
    return PodEntry.of(pod, PodEntry.WAITING);
  }

  private PodEntry rejected(PodEntry entry, HoldReason... reasons) {
    return life.rejected(entry, List.of(reasons), Set.of());
  }

  @Test
  void rejections_by_one_cause_in_a_row_are_counted() {
    PodEntry once = rejected(waiting(POD), QUOTA, GANG);
    PodEntry twice = rejected(once, QUOTA);

    assertThat(once.times()).isEqualTo(1);
    assertThat(twice.times()).isEqualTo(2);
    assertThat(rejected(twice, GANG, QUOTA).times()).isEqualTo(1);
    assertThat(twice.reasons()).containsExactly(QUOTA);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void nodes_are_reserved_until_the_scheduler_says_something_else(boolean isReserved) {
    PodEntry reserved = rejected(waiting(POD), HoldReason.RESERVED);
    String message = isReserved ? Gangs.REJECTION : "Insufficient cpu";
    PodLife later = new PodLife(new PodFacts(STATE.at(NOW + 1), POD));
    PodEntry shown = later.shown(reserved, Optional.of(POD), unschedulable(POD, message));

    assertThat(shown.hold()).isEqualTo(isReserved ? reserved.hold() : Optional.empty());
  }

  @Test
  void a_version_that_says_nothing_of_scheduling_changes_neither_hold_nor_phase() {
    PodEntry reserved = rejected(waiting(POD), HoldReason.RESERVED);
    PodEntry passed = life.passed(waiting(POD), POD);

    assertThat(life.shown(reserved, Optional.of(POD), POD).hold()).isEqualTo(reserved.hold());
    assertThat(life.shown(passed, Optional.of(POD), POD).isAssumed()).isTrue();
  }

  @ParameterizedTest
  @CsvSource({"1, false", "2, true", "3, true"})
  void a_pod_is_assumed_until_a_later_version_is_unschedulable(String asked, boolean isAssumed) {
    Pod passed = POD.withMetadata(POD.metadata().withResourceVersion(asked));
    PodEntry entry = life.passed(waiting(POD), passed);

    assertThat(life.shown(entry, Optional.of(POD), unschedulable(POD, "else")).isAssumed())
        .isEqualTo(isAssumed);
  }

  @ParameterizedTest
  @CsvSource({"0, false", "1, true"})
  void an_unknown_pod_that_has_expired_is_not_assumed(long left, boolean isAssumed) {
    PodEntry unknown = PodEntry.of(POD, new Unknown(Optional.empty(), NOW + left));

    assertThat(life.passed(unknown, POD).isAssumed()).isEqualTo(isAssumed);
  }

  @Test
  void other_holds_stay_whatever_the_scheduler_says() {
    PodEntry held = rejected(waiting(POD), QUOTA);

    assertThat(life.shown(held, Optional.of(POD), unschedulable(POD, "else")).reasons())
        .containsExactly(QUOTA);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void another_replica_told_of_reserved_nodes_in_the_message(boolean isTold) {
    String message = isTold ? NodeReservations.REJECTION : "Insufficient cpu";
    PodEntry adopted = life.adopted(waiting(unschedulable(POD, message)));

    assertThat(adopted.reasons())
        .isEqualTo(isTold ? List.of(HoldReason.RESERVED) : List.<HoldReason>of());
    assertThat(life.adopted(waiting(POD)).isHeld()).isFalse();
  }

  @Test
  void the_reasons_that_hold_a_pod_go_before_reserved_nodes() {
    PodEntry adopted =
        lifeOfHeld.adopted(waiting(unschedulable(HELD, Gangs.REJECTION + QUOTA.text())));

    assertThat(adopted.reasons()).containsExactly(QUOTA);
  }

  @ParameterizedTest
  @CsvSource({"no candidate node for preemption, true", "Insufficient cpu, false"})
  void a_pod_for_which_nothing_is_evicted_is_held_by_all_that_holds_it(
      String message, boolean isHeld) {
    PodEntry adopted = lifeOfHeld.adopted(waiting(unschedulable(HELD, message)));

    assertThat(adopted.reasons()).isEqualTo(isHeld ? List.of(QUOTA) : List.<HoldReason>of());
  }

  @Test
  void evictions_expected_for_an_unknown_pod_are_expected_as_long_as_for_others() {
    PodEntry unknown =
        PodEntry.of(POD, new Unknown(Optional.empty(), NOW + 5))
            .withNomination(new Expected(NOW + 5));

    assertThat(life.shown(unknown, Optional.empty(), POD).nomination())
        .isEqualTo(new Expected(facts.expiry()));
  }

  @ParameterizedTest
  @CsvSource({"0, false", "1, true"})
  void no_evictions_are_expected_for_an_unknown_pod_that_has_expired(long left, boolean expected) {
    PodEntry unknown = PodEntry.of(POD, new Unknown(Optional.empty(), NOW + left));

    assertThat(life.preempting(unknown, Map.of()).isNominated()).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({"-1, false", "0, false", "1, true"})
  void a_pod_and_its_nomination_count_until_they_expire(long left, boolean counts) {
    PodEntry entry =
        PodEntry.of(POD, new Assumed("", Optional.of("1"), NOW + left))
            .withNomination(new Expected(NOW + left));

    assertThat(life.expired(entry).isAssumed()).isEqualTo(counts);
    assertThat(life.expired(entry).isNominated()).isEqualTo(counts);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void whether_a_pod_needs_evictions_is_kept_when_it_is_held_again(boolean needs) {
    PodEntry held =
        needs
            ? lifeOfHeld.notPreempting(waiting(HELD))
            : lifeOfHeld.rejected(waiting(HELD), List.of(QUOTA), Set.of());

    assertThat(held.hold()).map(Hold::needsEvictions).hasValue(needs);
    assertThat(lifeOfHeld.heldAgain(held).hold()).map(Hold::needsEvictions).hasValue(needs);
    assertThat(lifeOfHeld.heldAgain(waiting(HELD)).isHeld()).isFalse();
  }

  @Test
  void only_a_pod_that_waits_for_a_node_is_deferred() {
    PodEntry waits = life.waiting(waiting(unschedulable(POD, "else")));

    assertThat(life.deferred(waits, NOW + 7).due()).hasValue(NOW + 7);
    assertThat(life.deferred(waiting(POD), NOW + 7).due()).isEmpty();
  }
}
