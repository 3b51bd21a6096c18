package dev.plimsoll.advisor.live;

import java.util.Map;
import java.util.Set;

/**
 * The recommended changes that a run can't make.
 *
 * @param outcomes the outcome for each quota, by {@code namespace/name}
 * @param counted the quotas among these whose ceilings the division left as they are
 */
public record DeclinedChanges(Map<String, WriteOutcome> outcomes, Set<String> counted) {
  /** Each change can be made. */
  public static final DeclinedChanges NONE = new DeclinedChanges(Map.of(), Set.of());

  public DeclinedChanges {
    outcomes = Map.copyOf(outcomes);
    counted = Set.copyOf(counted);
  }
}
