package dev.plimsoll.model.gap.detect;

import dev.plimsoll.kubernetes.object.ObjectReference;
import dev.plimsoll.kubernetes.workload.Workloads;
import dev.plimsoll.model.gap.Finding;
import dev.plimsoll.model.gap.Gap;
import dev.plimsoll.model.gap.GapKind;
import dev.plimsoll.model.gap.GapSummary;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

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
    Map<ObjectReference, Integer> ofDenied = new HashMap<>();
    for (int i = 0; i < sorted.size(); i++) {
      Gap gap = sorted.get(i).gap();
      if (OF_DENIED_PODS.contains(gap.kind())) {
        ofDenied.putIfAbsent(gap.object(), i);
      }
    }
    Map<Integer, List<Finding>> parts = new HashMap<>();
    for (Finding finding : sorted) {
      whole(ofDenied, finding)
          .ifPresent(
              whole ->
                  parts
                      .computeIfAbsent(whole, w -> new ArrayList<>())
                      .add(naming(finding, sorted.get(whole))));
    }
    List<Finding> grouped = new ArrayList<>(sorted.size());
    for (int i = 0; i < sorted.size(); i++) {
      if (whole(ofDenied, sorted.get(i)).isEmpty()) {
        grouped.add(sorted.get(i));
        grouped.addAll(parts.getOrDefault(i, List.of()));
      }
    }
    return List.copyOf(grouped);
  }

  /**
   * Returns the index of the costliest finding that has the same denied pods.
   *
   * @param ofDenied the index of the costliest finding about each object's denied pods
   */
  private static Optional<Integer> whole(Map<ObjectReference, Integer> ofDenied, Finding part) {
    return GapSummary.isReasonOfOthers(part.gap().kind())
        ? Stream.concat(Stream.of(part.gap().object()), part.workloads().stream())
            .flatMap(o -> Optional.ofNullable(ofDenied.get(o)).stream())
            .min(Comparator.naturalOrder())
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
