package dev.plimsoll.extender.scoring;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.TreeSet;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class ScoreLevelsTest {

  @Test
  void up_to_eleven_values_have_a_score_each_however_close_they_are() {
    assertThat(ScoreLevels.of(new long[] {5, 100, 99, 5, -1_000_000}))
        .containsExactly(8, 10, 9, 8, 7);
    assertThat(ScoreLevels.of(new long[] {11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1}))
        .containsExactly(10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0);
  }

  @Test
  void of_more_the_closest_share_a_score() {
    assertThat(ScoreLevels.of(new long[] {120, 119, 110, 100, 90, 80, 70, 60, 50, 40, 30, 31}))
        .containsExactly(10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0, 0);
  }

  @Test
  void values_that_are_equal_are_all_best() {
    assertThat(ScoreLevels.of(new long[] {-3, -3})).containsExactly(10, 10);
  }

  @Test
  void no_values_have_no_scores() {
    assertThat(ScoreLevels.of(new long[0])).isEmpty();
  }

  @Property
  void order_is_kept_and_no_score_is_left_free_while_two_values_share_one(
      @ForAll @Size(min = 1, max = 60) List<@LongRange(min = -200, max = 200) Long> values) {
    int[] scores = ScoreLevels.of(values.stream().mapToLong(Long::longValue).toArray());

    TreeSet<Integer> used = new TreeSet<>();
    for (int i = 0; i < scores.length; i++) {
      used.add(scores[i]);
      for (int j = 0; j < scores.length; j++) {
        if (values.get(i) > values.get(j)) {
          assertThat(scores[i]).isGreaterThanOrEqualTo(scores[j]);
        }
      }
    }
    long different = values.stream().distinct().count();
    assertThat((long) used.size()).isEqualTo(Math.min(different, BinPacking.MAX_SCORE + 1));
    assertThat(used.last()).isEqualTo(BinPacking.MAX_SCORE);
  }

  @Property
  void only_the_best_value_has_the_best_score(
      @ForAll @Size(min = 1, max = 60) List<Integer> values) {
    long[] all = values.stream().mapToLong(Integer::longValue).toArray();
    long best = values.stream().mapToLong(Integer::longValue).max().orElseThrow();

    int[] scores = ScoreLevels.of(all);

    for (int i = 0; i < all.length; i++) {
      assertThat(scores[i] == BinPacking.MAX_SCORE).isEqualTo(all[i] == best);
    }
  }
}
