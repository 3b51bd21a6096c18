package dev.plimsoll.cli;

import dev.plimsoll.model.gap.Gap;
import dev.plimsoll.model.gap.cost.GapCost;
import dev.plimsoll.model.gap.cost.WaitingSince;
import java.time.Instant;
import java.util.Comparator;

/** The orders of {@code --sort-by}; gaps that are equal in it stay in order of their cost. */
@SuppressWarnings("JavaLangClash")
enum GapOrder {
  cost,
  severity,
  since,
  pods,
  namespace,
  kind;

  Comparator<Gap> comparator() {
    return switch (this) {
      case cost -> Comparator.comparing(Gap::cost, GapCost.COSTLIEST_FIRST);
      case severity -> Comparator.comparing(gap -> gap.kind().severity());
      case since ->
          Comparator.comparing(
              gap -> gap.cost().since().map(WaitingSince::time).orElse(Instant.MAX));
      case pods -> Comparator.comparing(gap -> -gap.pods());
      case namespace -> Comparator.comparing(Gap::namespace);
      case kind -> Comparator.comparing(Gap::kind);
    };
  }
}
