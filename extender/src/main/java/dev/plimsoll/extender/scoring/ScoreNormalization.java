package dev.plimsoll.extender.scoring;

/**
 * Turns values of any size into the eleven scores an extender has. The best value has the best
 * score, and a score is lost whenever the distance to it doubles: eleven scores then tell the best
 * node from the next one exactly and bad ones from worse ones roughly, which is what a choice
 * needs.
 */
final class ScoreNormalization {
  private ScoreNormalization() {}

  /**
   * Scores values.
   *
   * @param values higher is better; any two of them less than 2^63 apart
   * @param step values closer than this to the best one are as good as it; positive
   */
  static int[] of(long[] values, long step) {
    long best = Long.MIN_VALUE;
    for (long value : values) {
      best = Math.max(best, value);
    }
    int[] scores = new int[values.length];
    for (int i = 0; i < values.length; i++) {
      long steps = (best - values[i]) / step;
      int doublings = Long.SIZE - Long.numberOfLeadingZeros(steps);
      scores[i] = Math.max(0, BinPacking.MAX_SCORE - doublings);
    }
    return scores;
  }
}
