package dev.plimsoll.model.tenancy;

import java.math.BigDecimal;
import java.time.Duration;

/**
 * How long capacity counts that was lost without anybody's decision: its nodes turned NotReady,
 * unreachable, or vanished.
 *
 * @param grace how long it counts in any case
 * @param threshold the part of the capacity beyond which a loss counts longer than that
 * @param beyond for how long it then counts
 * @param period how long that is with {@link Beyond#PERIOD}, from the loss on
 */
public record LostCapacity(
    Duration grace, Amount.Percent threshold, Beyond beyond, Duration period) {

  /** Ten minutes; an hour for the loss of more than a fifth. */
  public static final LostCapacity DEFAULT =
      new LostCapacity(
          Duration.ofMinutes(10),
          new Amount.Percent(BigDecimal.valueOf(20)),
          Beyond.PERIOD,
          Duration.ofHours(1));

  /** How long a loss beyond the threshold counts. */
  public enum Beyond {
    /** For the period. */
    PERIOD,
    /** Until a person accepts it. */
    PERSON
  }
}
