package dev.plimsoll.model.tenancy.rebalance;

/**
 * How large a change of one quota may be, in whole units.
 *
 * @param hysteresis a smaller change isn't made
 * @param step the most that one change adds or takes
 */
public record StepLimits(long hysteresis, long step) {

  /** A change of any size. */
  public static final StepLimits UNLIMITED = new StepLimits(0, Long.MAX_VALUE / 4);

  /**
   * Checks the values.
   *
   * @throws IllegalArgumentException if the hysteresis is negative or the step not above 0
   */
  public StepLimits {
    if (hysteresis < 0 || step <= 0) {
      throw new IllegalArgumentException(
          "invalid step limits: hysteresis " + hysteresis + ", step " + step);
    }
  }
}
