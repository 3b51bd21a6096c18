package dev.plimsoll.model.tenancy.division;

/**
 * How large a change of one quota may be, in whole units.
 *
 * @param hysteresis a smaller change isn't made
 * @param step the most that one change adds or takes
 */
public record StepLimits(long hysteresis, long step) {
  /** A change of any size. */
  public static final StepLimits UNLIMITED = new StepLimits(0, Claim.MAX_UNITS);

  /**
   * Checks the limits.
   *
   * @throws IllegalArgumentException if the hysteresis is negative or the step not above 0
   */
  public StepLimits {
    if (hysteresis < 0 || step <= 0) {
      throw new IllegalArgumentException(
          "invalid step limits: hysteresis " + hysteresis + ", step " + step);
    }
  }

  /** Returns limits by which a whole step is never too small. */
  public StepLimits withWholeSteps() {
    return new StepLimits(Math.min(hysteresis, step), step);
  }

  /** Returns whether a change by that much isn't made, be it up or down. */
  public boolean isTooSmall(long change) {
    return Math.abs(change) < hysteresis;
  }

  /** Returns as much of a change as is made; 0 if that is too small, or negative. */
  public long madeOf(long change) {
    return change < hysteresis ? 0 : Math.max(0, change);
  }

  /** Returns how far one step leads towards a goal. */
  public long towards(long now, long goal) {
    return Math.max(now - step, Math.min(goal, now + step));
  }
}
