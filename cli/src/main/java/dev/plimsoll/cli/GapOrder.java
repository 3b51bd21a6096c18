package dev.plimsoll.cli;

import dev.plimsoll.model.gap.Gap;
import dev.plimsoll.model.gap.cost.GapCost;
import dev.plimsoll.model.gap.cost.WaitingSince;
import java.time.Instant;
import java.util.Comparator;

/** The orders of {@code --sort-by}; gaps that are equal in it stay in order of their cost. */
@SuppressWarnings("JavaLangClash")
enum GapOrder {
  cost(Comparator.comparing(Gap::cost, GapCost.COSTLIEST_FIRST)),
  severity(Comparator.comparing((Gap g) -> g.kind().severity())),
  since(
      Comparator.comparing(
          (Gap g) -> g.cost().since().map(WaitingSince::time).orElse(Instant.MAX))),
  pods(Comparator.comparing(g -> -g.pods())),
  namespace(Comparator.comparing(Gap::namespace)),
  kind(Comparator.comparing(Gap::kind));

  private final Comparator<Gap> comparator;

  GapOrder(Comparator<Gap> comparator) {
    this.comparator = comparator;
  }

  Comparator<Gap> comparator() {
    return comparator;
  }
}
