package dev.plimsoll.model.tenancy;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.Optional;

/** The rule by which capacity is divided among tenants. */
public sealed interface Division {

  /** Returns how many times the capacity may be given away; 1 is exactly what there is. */
  BigDecimal overcommit();

  /**
   * Returns the history by which shares lean towards tenants that recently had less; empty if
   * shares don't lean.
   */
  default Optional<DivisionHistory> leaning() {
    return this instanceof Demand demand ? demand.history() : Optional.empty();
  }

  /**
   * Divides by weight between guarantee and ceiling.
   *
   * @param overcommit how many times the capacity may be given away
   */
  record Proportional(BigDecimal overcommit) implements Division {}

  /**
   * Divides by demand, fair by weight if demand exceeds the capacity; the rest is divided by
   * weight.
   *
   * @param window how far back to look for what was asked for; zero looks at the present alone
   * @param overcommit how many times the capacity may be given away
   * @param history how far shares lean towards those who had less of late, if they do
   */
  record Demand(Duration window, BigDecimal overcommit, Optional<DivisionHistory> history)
      implements Division {

    /** Makes a division by the present, or the window, alone. */
    public Demand(Duration window, BigDecimal overcommit) {
      this(window, overcommit, Optional.empty());
    }
  }

  /**
   * Divides by peak usage, with headroom.
   *
   * @param factor how many times the peak is given
   * @param window how far back to look for the peak; zero looks at the present alone
   * @param overcommit how many times the capacity may be given away
   */
  record Generous(BigDecimal factor, Duration window, BigDecimal overcommit) implements Division {}
}
