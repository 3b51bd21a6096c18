package dev.plimsoll.advisor.live;

import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The recommended changes that a run can't make.
 *
 * @param outcomes the outcome for each quota, by {@code namespace/name}
 * @param counted the quotas among these whose ceilings the division left as they are
 */
public record DeclinedChanges(SortedMap<String, WriteOutcome> outcomes, Set<String> counted) {
  /** Each change can be made. */
  public static final DeclinedChanges NONE = new DeclinedChanges(new TreeMap<>(), Set.of());

  public DeclinedChanges {
    outcomes = Collections.unmodifiableSortedMap(new TreeMap<>(Map.copyOf(outcomes)));
    counted = Set.copyOf(counted);
  }
}
