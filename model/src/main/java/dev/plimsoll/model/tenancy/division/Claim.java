package dev.plimsoll.model.tenancy.division;

/**
 * A tenant's claim on a division in whole units.
 *
 * @param tenant the name, which breaks ties
 * @param weight how much of the whole it should get beside the others; 0 gets the floor only
 * @param floor what it gets at least, as long as all floors fit
 * @param ceiling what it gets at most
 */
public record Claim(String tenant, long weight, long floor, long ceiling) {

  /** The largest number of units, floor or ceiling. */
  public static final long MAX_UNITS = 1L << 60;

  /**
   * Checks the values and takes a ceiling beyond {@link #MAX_UNITS} for that.
   *
   * @throws IllegalArgumentException if one is negative or the floor is above the ceiling
   */
  public Claim {
    ceiling = Math.min(ceiling, MAX_UNITS);
    if (weight < 0 || floor < 0 || ceiling < floor) {
      throw new IllegalArgumentException(
          "invalid claim of tenant "
              + tenant
              + ": weight "
              + weight
              + ", floor "
              + floor
              + ", ceiling "
              + ceiling
              + "; negative numbers and a floor above the ceiling are invalid");
    }
  }

  /** Returns the same with another weight. */
  public Claim withWeight(long other) {
    return new Claim(tenant, other, floor, ceiling);
  }

  /** Returns a claim without floor and ceiling. */
  public static Claim of(String tenant, long weight) {
    return new Claim(tenant, weight, 0, MAX_UNITS);
  }

  /** Returns whether there is anything to decide: more than the floor can be had. */
  boolean isOpen() {
    return weight > 0 && floor < ceiling;
  }
}
