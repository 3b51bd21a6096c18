package dev.plimsoll.model.tenancy;

import java.math.BigDecimal;
import java.time.Duration;

/** By what the capacity is divided among tenants. */
public sealed interface Division {

  /** Returns how many times the capacity may be given away; 1 is exactly what there is. */
  BigDecimal overcommit();

  /**
   * By weight between guarantee and ceiling.
   *
   * @param overcommit how many times the capacity may be given away
   */
  record Proportional(BigDecimal overcommit) implements Division {}

  /**
   * By what tenants ask for, fair by weight where that is more than there is; the rest by weight.
   *
   * @param window how far back to look for what was asked for; zero looks at the present alone
   * @param overcommit how many times the capacity may be given away
   */
  record Demand(Duration window, BigDecimal overcommit) implements Division {}

  /**
   * By what was used at peak, with headroom.
   *
   * @param factor how many times the peak is given
   * @param window how far back to look for the peak; zero looks at the present alone
   * @param overcommit how many times the capacity may be given away
   */
  record Generous(BigDecimal factor, Duration window, BigDecimal overcommit) implements Division {}
}
