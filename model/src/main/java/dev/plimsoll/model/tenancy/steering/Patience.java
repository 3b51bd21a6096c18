package dev.plimsoll.model.tenancy.steering;

import java.time.Duration;

/**
 * How much waiting is put up with for the sake of fewer changes.
 *
 * @param tolerance the part of the waiting that could be spared, by moving quotas at once and
 *     without end, that may be let happen; from 0 to 1
 * @param portion the part of what may still be let happen that one changed quota is worth; the
 *     smaller, the more is kept for harder times; above 0
 * @param memory how far back a tenant's peaks and lows are remembered
 */
public record Patience(double tolerance, double portion, Duration memory) {

  /**
   * Spares 99.2 % of what can be spared, and remembers a day, since people's work comes and goes by
   * the day.
   */
  public static final Patience DEFAULT = new Patience(0.008, 0.02, Duration.ofDays(1));

  /**
   * Checks the figures.
   *
   * @throws IllegalArgumentException if one is out of its range
   */
  public Patience {
    if (!(tolerance >= 0 && tolerance <= 1)) {
      throw new IllegalArgumentException("a tolerance is from 0 to 1, not " + tolerance);
    }
    if (!(portion > 0)) {
      throw new IllegalArgumentException("a portion is above 0, not " + portion);
    }
    if (memory.isNegative() || memory.isZero()) {
      throw new IllegalArgumentException("nothing is remembered in " + memory);
    }
  }

  /** Returns a copy that lets that part of the waiting happen. */
  public Patience withTolerance(double other) {
    return new Patience(other, portion, memory);
  }
}
