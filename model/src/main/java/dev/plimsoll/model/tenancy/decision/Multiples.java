package dev.plimsoll.model.tenancy.decision;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Brings ceilings to multiples that pods can use, if a limit range's default determines their
 * charge. Beyond the present charges, a ceiling is cut to a multiple of a pod's charge. The freed
 * units make other ceilings a whole multiple, or go to namespaces whose pods can use any number.
 * Ceilings, guarantees and the hysteresis hold, and nothing is taken from what is denied elsewhere.
 */
final class Multiples implements DecisionPass {
  @Override
  public void run(ResourceDecision decision) {
    if (decision.policy().changes().anySize()
        && decision.ceilings().stream().anyMatch(c -> c.seen().multiple() > 1)) {
      long before = decision.assigned();
      Map<Ceiling, Long> cut = new LinkedHashMap<>();
      decision.ceilings().forEach(c -> cut(decision, c, cut));
      restore(decision, before, cut);
      distribute(decision, before);
    }
  }

  private static void cut(ResourceDecision decision, Ceiling ceiling, Map<Ceiling, Long> cut) {
    long units =
        Math.max(0, ceiling.value() - ceiling.seen().charged()) % ceiling.seen().multiple();
    if (units > 0
        && ceiling.tenant().aboveGuarantee() >= units
        && isLargeEnough(ceiling, ceiling.value() - units)) {
      set(decision, ceiling, ceiling.value() - units);
      cut.put(ceiling, units);
    }
  }

  /** Raises the ceilings that were cut most to a whole multiple again. */
  private static void restore(ResourceDecision decision, long before, Map<Ceiling, Long> cut) {
    List<Ceiling> most =
        cut.keySet().stream()
            .sorted(
                Comparator.comparingLong((Ceiling c) -> -cut.getOrDefault(c, 0L))
                    .thenComparing(Ceiling::namespace))
            .toList();
    for (Ceiling ceiling : most) {
      long multiple = ceiling.seen().multiple();
      if (multiple <= Math.min(before - decision.assigned(), ceiling.headroom())) {
        give(decision, ceiling, multiple);
      }
    }
  }

  private static void distribute(ResourceDecision decision, long before) {
    List<Ceiling> others =
        decision.ceilings().stream()
            .filter(c -> c.seen().multiple() == 1 && c.value() > 0)
            .sorted(
                Comparator.comparingLong((Ceiling c) -> -c.value())
                    .thenComparing(Ceiling::namespace))
            .toList();
    for (Ceiling ceiling : others) {
      give(decision, ceiling, before - decision.assigned());
    }
  }

  private static void give(ResourceDecision decision, Ceiling ceiling, long units) {
    long given = Math.min(units, ceiling.headroom());
    if (given > 0 && isLargeEnough(ceiling, ceiling.value() + given)) {
      set(decision, ceiling, ceiling.value() + given);
    }
  }

  /** Returns whether the ceiling would stay where it is in force, or change by enough. */
  private static boolean isLargeEnough(Ceiling ceiling, long to) {
    long change = to - ceiling.before();
    return !ceiling.seen().hasQuota() || change == 0 || Math.abs(change) >= ceiling.hysteresis();
  }

  private static void set(ResourceDecision decision, Ceiling ceiling, long to) {
    long multiple = ceiling.seen().multiple();
    decision.move(
        ceiling,
        to,
        "multiple",
        multiple > 1
            ? "pods are charged in multiples of "
                + decision.quantity(multiple)
                + " because of a limit range's default"
            : "it gets what pods elsewhere, charged in larger multiples, cannot use");
  }
}
