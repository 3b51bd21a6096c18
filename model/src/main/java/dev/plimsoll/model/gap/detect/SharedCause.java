package dev.plimsoll.model.gap.detect;

import dev.plimsoll.kubernetes.workload.Workloads;
import dev.plimsoll.model.gap.Finding;
import dev.plimsoll.model.gap.GapKind;
import dev.plimsoll.model.gap.GapSummary;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Puts findings that explain why other findings' pods wait right behind these, and notes that both
 * count one set of pods.
 */
final class SharedCause {
  private static final Set<GapKind> OF_DENIED_PODS =
      EnumSet.of(
          GapKind.QuotaExhaustedCapacityFree,
          GapKind.RolloutBlocked,
          GapKind.LimitRangeRefuses,
          GapKind.QuotaExhausted,
          GapKind.QuotaExhaustedCapacityUnknown);

  private SharedCause() {}

  /** Returns findings in an order, those about the same pods one after the other. */
  static List<Finding> grouped(List<Finding> findings, Comparator<Finding> order) {
    List<Finding> sorted = findings.stream().sorted(order).toList();
    List<Finding> grouped =
        new ArrayList<>(sorted.stream().filter(f -> whole(sorted, f).isEmpty()).toList());
    for (int i = sorted.size() - 1; i >= 0; i--) {
      Finding part = sorted.get(i);
      whole(sorted, part)
          .ifPresent(whole -> grouped.add(grouped.indexOf(whole) + 1, naming(part, whole)));
    }
    return List.copyOf(grouped);
  }

  /** Returns the costliest finding that has the same denied pods. */
  private static Optional<Finding> whole(List<Finding> sorted, Finding part) {
    return GapSummary.isReasonOfOthers(part.gap().kind())
        ? sorted.stream()
            .filter(f -> OF_DENIED_PODS.contains(f.gap().kind()))
            .filter(f -> part.concerns(f.gap().object()))
            .findFirst()
        : Optional.empty();
  }

  private static Finding naming(Finding part, Finding whole) {
    return part.withMessage(
        part.gap().message()
            + "; the gap of "
            + Workloads.label(whole.gap().object())
            + " counts the same pods");
  }
}
