package dev.plimsoll.model.tenancy.division;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class StepLimitsTest {
  private static final StepLimits LIMITS = new StepLimits(2, 5);

  @Test
  void one_step_leads_towards_the_goal_and_never_past_it() {
    assertThat(LIMITS.towards(10, 30)).isEqualTo(15);
    assertThat(LIMITS.towards(10, 12)).isEqualTo(12);
    assertThat(LIMITS.towards(10, 0)).isEqualTo(5);
    assertThat(StepLimits.UNLIMITED.towards(Claim.MAX_UNITS, 0)).isZero();
    assertThat(StepLimits.UNLIMITED.towards(0, Claim.MAX_UNITS)).isEqualTo(Claim.MAX_UNITS);
  }

  @Test
  void what_is_less_than_the_hysteresis_is_not_made_in_either_direction() {
    assertThat(LIMITS.isTooSmall(1)).isTrue();
    assertThat(LIMITS.isTooSmall(-1)).isTrue();
    assertThat(LIMITS.isTooSmall(-2)).isFalse();
    assertThat(LIMITS.madeOf(1)).isZero();
    assertThat(LIMITS.madeOf(2)).isEqualTo(2);
    assertThat(StepLimits.UNLIMITED.madeOf(-3)).isZero();
  }

  @Test
  void a_whole_step_is_never_too_small_where_that_is_asked_for() {
    assertThat(new StepLimits(9, 5).withWholeSteps().isTooSmall(5)).isFalse();
    assertThat(LIMITS.withWholeSteps()).isEqualTo(LIMITS);
  }

  @Test
  void limits_by_which_nothing_could_change_are_rejected() {
    assertThatThrownBy(() -> new StepLimits(0, 0)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new StepLimits(-1, 1)).isInstanceOf(IllegalArgumentException.class);
  }
}
