package dev.plimsoll.model.tenancy.steering;

/**
 * How large a change of one quota may be, in whole units.
 *
 * @param least a smaller change isn't made
 * @param most the most that one change adds or takes
 */
public record Strides(long least, long most) {

  /** A change of any size. */
  public static final Strides ANY = new Strides(0, Long.MAX_VALUE / 4);

  /**
   * Checks the figures.
   *
   * @throws IllegalArgumentException if the least is negative or the most isn't above 0
   */
  public Strides {
    if (least < 0 || most <= 0) {
      throw new IllegalArgumentException(
          "a change is from " + least + " to " + most + " units; it can't be");
    }
  }
}
