package dev.plimsoll.model.tenancy;

import java.math.BigDecimal;

/**
 * How quotas are changed.
 *
 * @param apply who changes them
 * @param step the most that one change may add or take; the whole capacity or more is no limit
 * @param hysteresis a smaller difference than this changes nothing
 */
public record ChangePolicy(ApplyMode apply, Amount step, Amount hysteresis) {

  /** Changes are only proposed, of any size. */
  public static final ChangePolicy PROPOSED =
      new ChangePolicy(ApplyMode.NEVER, Amount.ALL, Amount.NONE);

  /** Returns whether a change may be of any size: the step is the whole capacity or more. */
  public boolean anySize() {
    return step instanceof Amount.Percent percent
        && percent.percent().compareTo(BigDecimal.valueOf(100)) >= 0;
  }

  /** Who changes quotas. */
  public enum ApplyMode {
    /** People; changes are only proposed. */
    NEVER,
    /** The advisor. */
    AUTOMATIC
  }
}
