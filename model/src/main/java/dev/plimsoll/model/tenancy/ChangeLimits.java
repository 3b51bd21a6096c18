package dev.plimsoll.model.tenancy;

import java.math.BigDecimal;

/**
 * The limits of changes in one run without a person.
 *
 * @param quotas how many quotas at most
 * @param units how much of a resource at most, all increases or all reductions together
 * @param confidence how far a change must be trusted at least
 */
public record ChangeLimits(int quotas, Amount units, ConfidenceLevel confidence) {

  /** The most quotas that can be allowed. */
  public static final int MAX_QUOTAS = 1_000_000;

  /** 50 quotas, a quarter of the capacity, at least medium confidence. */
  public static final ChangeLimits DEFAULT =
      new ChangeLimits(50, new Amount.Percent(BigDecimal.valueOf(25)), ConfidenceLevel.MEDIUM);
}
