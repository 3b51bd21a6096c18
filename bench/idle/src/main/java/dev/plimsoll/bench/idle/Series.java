package dev.plimsoll.bench.idle;

import java.util.BitSet;

/**
 * The usage of a pod, minute by minute. Nobody compares two series, and a list of boxed numbers
 * would need several times the memory.
 *
 * @param law the law that drew it; {@code recorded} for others
 * @param first the minute of the first sample, since 1970
 * @param busy the usage in percent at each minute from the first on; not a number where no sample
 *     is
 * @param idle the minutes, from the first on, in which the pod is idle
 */
@SuppressWarnings("ArrayRecordComponent")
record Series(String law, long first, double[] busy, BitSet idle) {
  static final int HOUR = 60;

  /** Holes in recorded series that are taken for what was before and after. */
  private static final int BRIDGED = 5;

  /**
   * Creates a recorded series. A pod is idle in a stretch below the threshold that lasts an hour or
   * more.
   */
  static Series recorded(long first, double[] busy, double threshold) {
    return new Series("recorded", first, busy, idle(busy, threshold));
  }

  private static BitSet idle(double[] busy, double threshold) {
    BitSet idle = new BitSet();
    int start = -1;
    int last = -1;
    for (int i = 0; i <= busy.length; i++) {
      boolean isHole = i < busy.length && Double.isNaN(busy[i]);
      boolean isQuiet = i < busy.length && busy[i] < threshold;
      boolean ends = i == busy.length || (!isHole && !isQuiet) || (isHole && i - last > BRIDGED);
      if (ends) {
        if (start >= 0 && last - start >= HOUR) {
          idle.set(start, last + 1);
        }
        start = -1;
      }
      if (isQuiet) {
        start = start < 0 ? i : start;
        last = i;
      }
    }
    return idle;
  }

  /** Returns whether the hour after a minute is known: at least half of its samples. */
  boolean knowsHourAfter(int minute) {
    int known = 0;
    for (int i = minute + 1; i <= minute + HOUR && i < busy.length; i++) {
      known += Double.isNaN(busy[i]) ? 0 : 1;
    }
    return 2 * known >= HOUR;
  }

  /** Returns whether no sample of the hour after a minute reaches the threshold. */
  boolean staysBelow(int minute, double threshold) {
    for (int i = minute + 1; i <= minute + HOUR && i < busy.length; i++) {
      if (busy[i] >= threshold) {
        return false;
      }
    }
    return true;
  }
}
