package dev.plimsoll.extender.scoring;

import java.util.Arrays;

/**
 * Turns values of any size into the eleven scores an extender has. Up to eleven different values
 * have a score each. Of more, the best one keeps a score to itself, and the others share scores
 * where they are closest to each other: they are divided at the nine widest gaps between them.
 */
public final class ScoreLevels {
  private final long[] gaps = new long[BinPacking.MAX_SCORE - 1];
  private final long[] starts = new long[BinPacking.MAX_SCORE - 1];
  private long second = Long.MAX_VALUE;
  private int size;

  private ScoreLevels() {}

  /**
   * Scores values; the best one has the best score.
   *
   * @param values higher is better; any two of them less than 2^63 apart
   */
  public static int[] of(long[] values) {
    long[] sorted = values.clone();
    Arrays.sort(sorted);
    ScoreLevels levels = new ScoreLevels();
    for (int i = sorted.length - 2; i >= 0; i--) {
      if (sorted[i] != sorted[i + 1]) {
        levels.add(sorted[i + 1] - sorted[i], sorted[i]);
      }
    }
    int[] scores = new int[values.length];
    for (int i = 0; i < values.length; i++) {
      scores[i] = levels.score(values[i]);
    }
    return scores;
  }

  /**
   * Takes in the value below the ones before.
   *
   * @param gap how far it is below the last one
   */
  private void add(long gap, long start) {
    if (second == Long.MAX_VALUE) {
      second = start;
      return;
    }
    int at = size;
    while (at > 0 && gaps[at - 1] < gap) {
      at--;
    }
    if (at == gaps.length) {
      return;
    }
    size = Math.min(size + 1, gaps.length);
    System.arraycopy(gaps, at, gaps, at + 1, size - at - 1);
    System.arraycopy(starts, at, starts, at + 1, size - at - 1);
    gaps[at] = gap;
    starts[at] = start;
  }

  private int score(long value) {
    if (second == Long.MAX_VALUE || value > second) {
      return BinPacking.MAX_SCORE;
    }
    int score = BinPacking.MAX_SCORE - 1;
    for (int i = 0; i < size; i++) {
      score -= value <= starts[i] ? 1 : 0;
    }
    return score;
  }
}
