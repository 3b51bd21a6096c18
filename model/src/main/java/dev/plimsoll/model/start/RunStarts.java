package dev.plimsoll.model.start;

import java.util.Arrays;
import java.util.BitSet;

/** When the units that wait at the question start in one run. */
final class RunStarts {
  private final double[] starts;
  private final BitSet targets;
  private int left;

  /**
   * Starts without any start.
   *
   * @param units how many units wait
   * @param targets the numbers of the units in question
   */
  RunStarts(int units, BitSet targets) {
    this.starts = new double[units];
    Arrays.fill(starts, Double.POSITIVE_INFINITY);
    this.targets = targets;
    this.left = targets.cardinality();
  }

  /** Records the start of a unit; a negative number is that of a unit that came later. */
  void add(int number, double now) {
    if (number >= 0) {
      starts[number] = now;
      left -= targets.get(number) ? 1 : 0;
    }
  }

  /** Returns how many of the units in question still wait. */
  int left() {
    return left;
  }

  /** Returns when the last of the units in question started; infinite if one didn't. */
  double last() {
    return targets.stream().mapToDouble(i -> starts[i]).max().orElse(0);
  }

  /** Returns after how many seconds each unit started; infinite if it didn't. */
  double[] all() {
    return starts;
  }
}
