package dev.plimsoll.model.tenancy;

/**
 * How quotas are changed.
 *
 * @param apply who changes them
 * @param step the most that one change may add or take
 * @param hysteresis a smaller difference than this changes nothing
 */
public record Changes(Apply apply, Amount step, Amount hysteresis) {

  /** Changes are only proposed, of any size. */
  public static final Changes PROPOSED = new Changes(Apply.NEVER, Amount.ALL, Amount.NONE);

  /** Who changes quotas. */
  public enum Apply {
    /** People; changes are only proposed. */
    NEVER,
    /** The advisor. */
    AUTOMATIC
  }
}
