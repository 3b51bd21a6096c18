package dev.plimsoll.model.tenancy;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.math.BigDecimal;
import java.util.List;

/**
 * How quotas are changed.
 *
 * @param apply who changes them
 * @param step the most that one change may add or take; the whole capacity or more is no limit
 * @param hysteresis a smaller difference than this changes nothing
 * @param limits what one run may change without a person
 * @param lostCapacity how long capacity counts that was lost without anybody's decision
 * @param reclaim how a tenant gets back the part of its share that others use
 * @param undivided the keys that are not divided but may be raised
 */
@RecordBuilder
public record ChangePolicy(
    ApplyMode apply,
    Amount step,
    Amount hysteresis,
    ChangeLimits limits,
    LostCapacity lostCapacity,
    Reclaim reclaim,
    List<UndividedKey> undivided)
    implements ChangePolicyBuilder.With {

  /** Changes are only proposed, of any size. */
  public static final ChangePolicy PROPOSED =
      new ChangePolicy(
          ApplyMode.NEVER,
          Amount.ALL,
          Amount.NONE,
          ChangeLimits.DEFAULT,
          LostCapacity.DEFAULT,
          Reclaim.NEVER,
          List.of());

  public ChangePolicy {
    undivided = List.copyOf(undivided);
  }

  /** Returns whether a change may be of any size: the step is the whole capacity or more. */
  public boolean anySize() {
    return step instanceof Amount.Percent percent
        && percent.percent().compareTo(BigDecimal.valueOf(100)) >= 0;
  }

  /** The party that changes quotas. */
  public enum ApplyMode {
    /** People; changes are only proposed. */
    NEVER,
    /** The advisor. */
    AUTOMATIC
  }
}
