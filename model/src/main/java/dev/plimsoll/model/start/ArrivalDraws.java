package dev.plimsoll.model.start;

import dev.plimsoll.model.start.Arrivals.Batch;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Draws the arrivals of one simulation: recent stretches of a few hours, one after the other, as
 * they were. So bursts stay bursts, and the rate is as uncertain as it was unsteady. If two days
 * are known, a stretch is of the same time of day.
 */
final class ArrivalDraws {
  private static final double STRETCH = 6 * 3600;
  private static final double DAY = 86_400;

  private final List<Batch> batches;
  private final double period;
  private final double stretch;
  private final double slowness;
  private final double most;
  private final SplittableRandom random;
  private double base;
  private double from;
  private int next;

  /**
   * Starts the draws.
   *
   * @param rate by how much more arrives than did
   * @param most the seconds beyond which no arrival is needed
   */
  ArrivalDraws(Arrivals arrivals, SplittableRandom random, double rate, double most) {
    this.batches = arrivals.batches();
    this.period = arrivals.seconds();
    this.stretch = Math.min(STRETCH, period);
    this.slowness = 1 / rate;
    this.most = most;
    this.random = random;
    if (!batches.isEmpty()) {
      begin();
    }
  }

  /** Starts a stretch; it goes round at the end of the period. */
  private void begin() {
    int days = (int) (period / DAY);
    from =
        days >= 2
            ? period - DAY * (1 + random.nextInt(days)) + base % DAY
            : period * random.nextDouble();
    next = 0;
    while (next < batches.size() && batches.get(next).at() < from) {
      next++;
    }
  }

  /** Moves to the next arrival and returns its time; infinite if none is needed. */
  double advance() {
    while (base <= most && !batches.isEmpty()) {
      int index = next % batches.size();
      double after = batches.get(index).at() - from + (next >= batches.size() ? period : 0);
      if (after < stretch && next < 2 * batches.size()) {
        next++;
        return (base + after) * slowness;
      }
      base += stretch;
      begin();
    }
    return Double.POSITIVE_INFINITY;
  }

  /** Returns the units that arrive then. */
  List<QueueUnit> units() {
    return batches.get((next - 1) % batches.size()).units();
  }
}
