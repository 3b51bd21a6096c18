package dev.plimsoll.model.tenancy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.time.Instant;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.assertj.core.data.Offset;

class ContendedUsagePropertyTest {
  private static final Instant NOON = Instant.parse("2026-01-05T12:00:00Z");
  private static final DivisionHistory WEEK = DivisionHistory.DEFAULT;
  private static final Offset<Double> CLOSE = within(1e-9);

  @Property
  void after_a_half_life_half_is_left(
      @ForAll @IntRange(min = 1, max = 999) int used,
      @ForAll @IntRange(min = 1, max = 999) int fair) {
    ContendedUsage later =
        ContendedUsage.NONE.with(10, used, fair, NOON).later(WEEK.halfLife(), WEEK);

    assertThat(later.had()).isEqualTo(5.0 * used, CLOSE);
    assertThat(later.due()).isEqualTo(5.0 * fair, CLOSE);
  }

  @Property
  void two_steps_are_one(
      @ForAll @IntRange(max = 999) int used,
      @ForAll @IntRange(max = 100) int first,
      @ForAll @IntRange(max = 100) int second) {
    ContendedUsage start = ContendedUsage.NONE.with(100, used, 1, NOON);
    ContendedUsage once = start.later(Duration.ofHours(first + second), WEEK);
    ContendedUsage twice =
        start.later(Duration.ofHours(first), WEEK).later(Duration.ofHours(second), WEEK);

    assertThat(twice.had()).isEqualTo(once.had(), CLOSE);
  }

  @Property
  void a_weight_leans_to_whom_is_owed_and_no_further_than_the_influence(
      @ForAll @IntRange(max = 999) int used,
      @ForAll @IntRange(max = 999) int fair,
      @ForAll @IntRange(max = 9999) int hours,
      @ForAll @IntRange(max = 999) int entitled) {
    ContendedUsage usage = ContendedUsage.NONE.with(hours, used, fair, NOON);
    double factor = usage.factor(entitled, WEEK);

    assertThat(factor).isBetween(0.5, 1.5);
    assertThat(Double.compare(factor, 1))
        .isEqualTo(Integer.compare(hours == 0 ? 0 : fair - used, 0));
  }

  @Property
  void the_more_is_used_the_less_the_weight_counts(
      @ForAll @IntRange(max = 999) int used, @ForAll @IntRange(min = 1, max = 99) int more) {
    ContendedUsage less = ContendedUsage.NONE.with(24, used, 100, NOON);
    ContendedUsage most = ContendedUsage.NONE.with(24, used + more, 100, NOON);

    assertThat(most.factor(100, WEEK)).isLessThanOrEqualTo(less.factor(100, WEEK));
  }

  @Property
  void a_clock_that_goes_back_and_an_age_change_no_sign(
      @ForAll @IntRange(max = 999) int used, @ForAll @IntRange(max = 9999) int days) {
    ContendedUsage usage = ContendedUsage.NONE.with(24, used, 100, NOON);

    assertThat(usage.later(Duration.ofDays(-days), WEEK)).isEqualTo(usage);
    double later = usage.later(Duration.ofDays(days), WEEK).factor(100, WEEK);
    assertThat(Math.abs(later - 1)).isLessThanOrEqualTo(Math.abs(usage.factor(100, WEEK) - 1));
  }
}
