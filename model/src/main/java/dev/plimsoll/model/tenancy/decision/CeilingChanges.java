package dev.plimsoll.model.tenancy.decision;

import dev.plimsoll.model.tenancy.division.Apportionment;
import dev.plimsoll.model.tenancy.division.Claim;
import dev.plimsoll.model.tenancy.division.ProportionalDivision;
import dev.plimsoll.model.tenancy.division.StepLimits;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Moves ceilings towards their goals. A ceiling never falls below its usage, moves at most a step
 * and at least the hysteresis, and never rises beyond the sum available.
 *
 * <p>If these rules conflict, the earlier one wins. A ceiling below its usage is raised to it at
 * once. If ceilings are too high together, they sink by a step at a time, and none rises meanwhile.
 * A small reduction is made if the sum needs it and no larger one is possible. A whole step is
 * never too small.
 */
final class CeilingChanges {
  private final long total;
  private final StepLimits stepLimits;

  CeilingChanges(long total, StepLimits stepLimits) {
    this.total = total;
    this.stepLimits = stepLimits.withWholeSteps();
  }

  /** Returns where each ceiling comes to lie. */
  SortedMap<String, Long> of(List<CeilingChange> ceilingChanges) {
    SortedMap<String, Long> next = new TreeMap<>();
    for (CeilingChange ceilingChange : ceilingChanges) {
      long to = ceilingChange.afterOneStep(stepLimits);
      next.put(
          ceilingChange.name(), ceilingChange.mayStay(to, stepLimits) ? ceilingChange.now() : to);
    }
    if (sum(next) > total) {
      makeSmallReductions(ceilingChanges, next);
      limitIncreases(ceilingChanges, next);
    }
    return Collections.unmodifiableSortedMap(next);
  }

  /**
   * Makes reductions that were too small before, the largest first, as far as the sum needs them. A
   * reduction grows to the hysteresis if the usage allows that.
   */
  private void makeSmallReductions(
      List<CeilingChange> ceilingChanges, SortedMap<String, Long> next) {
    List<CeilingChange> small =
        ceilingChanges.stream()
            .filter(m -> m.lowers() && nextOf(next, m) == m.now())
            .sorted(
                Comparator.comparingLong((CeilingChange m) -> m.goal() - m.now())
                    .thenComparing(CeilingChange::name))
            .toList();
    for (CeilingChange ceilingChange : small) {
      if (exceedsTotal(ceilingChanges, next)
          && ceilingChange.now() - stepLimits.hysteresis() >= ceilingChange.used()) {
        next.put(
            ceilingChange.name(),
            Math.min(
                ceilingChange.afterOneStep(stepLimits),
                ceilingChange.now() - stepLimits.hysteresis()));
      }
    }
    for (CeilingChange ceilingChange : small) {
      if (exceedsTotal(ceilingChanges, next)
          && nextOf(next, ceilingChange) == ceilingChange.now()) {
        next.put(ceilingChange.name(), ceilingChange.afterOneStep(stepLimits));
      }
    }
  }

  private boolean exceedsTotal(List<CeilingChange> ceilingChanges, SortedMap<String, Long> next) {
    return ceilingChanges.stream().mapToLong(m -> Math.min(m.base(), nextOf(next, m))).sum()
        > total;
  }

  /** Cuts what ceilings rise, in proportion to it, to what the others leave. */
  private void limitIncreases(List<CeilingChange> ceilingChanges, SortedMap<String, Long> next) {
    List<Claim> rises = new ArrayList<>();
    long left = total;
    for (CeilingChange ceilingChange : ceilingChanges) {
      long to = nextOf(next, ceilingChange);
      long low = Math.min(ceilingChange.base(), to);
      left -= low;
      rises.add(new Claim(ceilingChange.name(), to - low, 0, to - low));
    }
    Apportionment divided = ProportionalDivision.divide(Math.max(0, left), rises);
    for (CeilingChange ceilingChange : ceilingChanges) {
      long to =
          Math.min(ceilingChange.base(), nextOf(next, ceilingChange))
              + divided.of(ceilingChange.name());
      boolean stays = !ceilingChange.lowers() && ceilingChange.mayStay(to, stepLimits);
      next.put(ceilingChange.name(), stays ? ceilingChange.now() : to);
    }
  }

  private static long nextOf(SortedMap<String, Long> next, CeilingChange ceilingChange) {
    return next.getOrDefault(ceilingChange.name(), ceilingChange.base());
  }

  private static long sum(SortedMap<String, Long> next) {
    return next.values().stream().mapToLong(Long::longValue).sum();
  }
}
