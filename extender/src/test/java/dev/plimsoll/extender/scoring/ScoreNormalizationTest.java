package dev.plimsoll.extender.scoring;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ScoreNormalizationTest {

  @Test
  void a_score_is_lost_whenever_the_distance_to_the_best_value_doubles() {
    long[] values = {0, -9, -10, -19, -20, -39, -40, -5110, -5120, -1_000_000};

    assertThat(ScoreNormalization.of(values, 10)).containsExactly(10, 10, 9, 9, 8, 8, 7, 1, 0, 0);
  }

  @Test
  void values_that_are_equal_are_all_best() {
    assertThat(ScoreNormalization.of(new long[] {-3, -3}, 1)).containsExactly(10, 10);
  }

  @Test
  void no_nodes_have_no_scores() {
    assertThat(ScoreNormalization.of(new long[0], 1)).isEmpty();
  }
}
