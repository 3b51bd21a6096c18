package dev.plimsoll.model.tenancy.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plimsoll.model.tenancy.division.StepLimits;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ConfirmedChangesTest {
  private static ConfirmedChanges changes(Map<String, Long> now, Map<String, Long> decided) {
    return new ConfirmedChanges(now, decided, StepLimits.UNLIMITED);
  }

  @Test
  void reductions_come_first_and_the_largest_of_each_kind_before_the_others() {
    assertThat(
            changes(
                    Map.of("a", 1L, "b", 9L, "c", 2L, "d", 9L, "e", 5L),
                    Map.of("a", 2L, "b", 8L, "c", 6L, "d", 3L))
                .order())
        .containsExactly("d", "b", "c", "a");
  }

  @Test
  void a_raise_waits_for_what_it_is_made_of() {
    ConfirmedChanges changes = changes(Map.of("a", 10L, "b", 4L), Map.of("a", 6L, "b", 8L));

    assertThat(changes.next("b")).isEqualTo(4);
    changes.confirm("a", 6);
    assertThat(changes.next("b")).isEqualTo(8);
  }

  @Test
  void after_a_refused_reduction_a_raise_is_cut_to_what_the_others_freed() {
    ConfirmedChanges changes =
        changes(Map.of("a", 10L, "b", 10L, "c", 4L), Map.of("a", 6L, "b", 7L, "c", 11L));

    assertThat(changes.makeAll(Map.of(), Map.of("a", 8L)))
        .isEqualTo(Map.of("a", 10L, "b", 7L, "c", 7L));
  }

  @Test
  void a_raise_that_is_cut_to_less_than_the_hysteresis_is_not_made() {
    ConfirmedChanges changes =
        new ConfirmedChanges(
            Map.of("a", 10L, "b", 10L, "c", 4L),
            Map.of("a", 6L, "b", 8L, "c", 10L),
            new StepLimits(3, 100));

    assertThat(changes.makeAll(Map.of(), Map.of("a", 8L))).containsEntry("c", 4L);
  }

  @Test
  void a_reduction_to_less_than_was_used_already_is_made_unless_more_is_used_by_now() {
    Map<String, Long> now = Map.of("a", 10L, "b", 10L);
    Map<String, Long> decided = Map.of("a", 6L, "b", 6L);

    assertThat(changes(now, decided).makeAll(Map.of("a", 8L, "b", 8L), Map.of("a", 8L, "b", 9L)))
        .isEqualTo(Map.of("a", 6L, "b", 10L));
  }

  @Test
  void ceilings_that_are_too_high_together_are_not_raised_any_further() {
    ConfirmedChanges changes =
        changes(Map.of("a", 40L, "b", 40L, "c", 4L), Map.of("a", 4L, "b", 4L, "c", 8L));

    assertThat(changes.makeAll(Map.of(), Map.of("a", 30L)))
        .isEqualTo(Map.of("a", 40L, "b", 4L, "c", 4L));
  }

  @Test
  void the_largest_ceilings_do_not_overflow() {
    Map<String, Long> now = Map.of("a", Long.MAX_VALUE, "b", Long.MAX_VALUE, "c", 0L);

    assertThat(changes(now, Map.of("a", 1L, "c", 5L)).makeAll(Map.of(), Map.of()))
        .isEqualTo(Map.of("a", 1L, "b", Long.MAX_VALUE, "c", 5L));
  }

  @Test
  void a_change_of_an_unknown_name_is_rejected() {
    assertThatThrownBy(() -> changes(Map.of("a", 1L), Map.of("b", 1L)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("changes of [b], but ceilings of [a] only");
  }
}
