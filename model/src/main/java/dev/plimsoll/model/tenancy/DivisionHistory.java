package dev.plimsoll.model.tenancy;

import java.math.BigDecimal;
import java.time.Duration;

/**
 * How far shares lean towards tenants that had less than their weight of late.
 *
 * @param halfLife the time after which past usage counts half
 * @param influence the part by which a weight may grow or shrink, up to 100 %
 */
public record DivisionHistory(Duration halfLife, Amount.Percent influence) {
  private static final double HUNDRED = 100;

  /** A week, and a half. */
  public static final DivisionHistory DEFAULT =
      new DivisionHistory(Duration.ofDays(7), new Amount.Percent(BigDecimal.valueOf(50)));

  /** Returns the influence as a part of 1. */
  double part() {
    return influence.percent().doubleValue() / HUNDRED;
  }
}
