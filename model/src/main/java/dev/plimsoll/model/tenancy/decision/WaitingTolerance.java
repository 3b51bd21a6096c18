package dev.plimsoll.model.tenancy.decision;

import java.time.Duration;

/**
 * How much waiting is put up with for the sake of fewer changes.
 *
 * @param tolerance the part of the waiting that could be spared, by moving quotas at once and
 *     without end, that may be let happen; from 0 to 1
 * @param changeCostPortion the part of what may still be let happen that one changed quota is
 *     worth; the smaller, the more is kept for harder times; above 0
 * @param window how far back a tenant's peaks and lows are remembered
 */
public record WaitingTolerance(double tolerance, double changeCostPortion, Duration window) {

  /**
   * Spares 99.6 % of what can be spared, and remembers a day, because people's work comes and goes
   * by the day.
   */
  public static final WaitingTolerance DEFAULT =
      new WaitingTolerance(0.004, 0.05, Duration.ofDays(1));

  /**
   * Checks the values.
   *
   * @throws IllegalArgumentException if one is out of its range
   */
  public WaitingTolerance {
    if (!(tolerance >= 0 && tolerance <= 1)) {
      throw new IllegalArgumentException("tolerance must be from 0 to 1, not " + tolerance);
    }
    if (!(changeCostPortion > 0)) {
      throw new IllegalArgumentException("portion must be above 0, not " + changeCostPortion);
    }
    if (window.isNegative() || window.isZero()) {
      throw new IllegalArgumentException("window must be positive, not " + window);
    }
  }

  /** Returns a copy that lets that part of the waiting happen. */
  public WaitingTolerance withTolerance(double other) {
    return new WaitingTolerance(other, changeCostPortion, window);
  }
}
