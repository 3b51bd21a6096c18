package dev.plimsoll.model.tenancy.decision;

import java.util.List;

/**
 * What was seen of a pool, in whole units.
 *
 * @param present what nodes had that nobody took out on purpose
 * @param withheld what was taken on purpose, by cordons or by pods of no tenant
 * @param vanished what was there before and then no longer, by the time since when
 */
public record PoolState(long present, long withheld, List<CapacityLoss> vanished) {
  static final PoolState NONE = new PoolState(0, 0, List.of());

  /** Makes the list unmodifiable. */
  public PoolState {
    vanished = List.copyOf(vanished);
  }
}
