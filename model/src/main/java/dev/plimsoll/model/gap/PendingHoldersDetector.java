package dev.plimsoll.model.gap;

import dev.plimsoll.model.object.Pod;
import dev.plimsoll.model.quantity.Quantity;
import dev.plimsoll.model.quantity.ResourceName;
import dev.plimsoll.model.quota.QuotaDenial;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Finds pods that can't be placed and are charged to a quota key that refuses other pods. */
final class PendingHoldersDetector implements GapDetector {

  private record Starved(String quota, ResourceName key) {}

  @Override
  public List<Finding> detect(DetectionContext detectionContext) {
    List<Finding> found = new ArrayList<>();
    for (UnschedulablePods unschedulablePods : detectionContext.unschedulablePods()) {
      if (!unschedulablePods.exists()) {
        continue;
      }
      Map<Starved, List<WorkloadDenials.WorkloadDenial>> starved = new LinkedHashMap<>();
      for (WorkloadDenials.WorkloadDenial workloadDenial : detectionContext.denials()) {
        if (isElsewhereIn(unschedulablePods, workloadDenial)) {
          exceeded(workloadDenial).stream()
              .flatMap(e -> e.limited().names().stream().map(key -> new Starved(e.quota(), key)))
              .forEach(s -> starved.computeIfAbsent(s, k -> new ArrayList<>()).add(workloadDenial));
        }
      }
      starved.forEach(
          (by, refused) -> {
            Quantity held = held(detectionContext, unschedulablePods, by.quota(), by.key());
            if (held.signum() > 0) {
              found.add(finding(detectionContext, unschedulablePods, by, held, refused));
            }
          });
    }
    return found;
  }

  private static boolean isElsewhereIn(
      UnschedulablePods unschedulablePods, WorkloadDenials.WorkloadDenial workloadDenial) {
    return workloadDenial
            .group()
            .root()
            .namespace()
            .equals(unschedulablePods.group().root().namespace())
        && !workloadDenial.group().root().equals(unschedulablePods.group().root());
  }

  private static List<QuotaDenial.Exceeded> exceeded(
      WorkloadDenials.WorkloadDenial workloadDenial) {
    return workloadDenial.attempt().admission().flatMap(a -> a.quotaDenial()).stream()
        .filter(QuotaDenial.Exceeded.class::isInstance)
        .map(QuotaDenial.Exceeded.class::cast)
        .toList();
  }

  /** Returns how much of a quota's key the waiting pods are charged. */
  static Quantity held(
      DetectionContext detectionContext,
      UnschedulablePods unschedulablePods,
      String quota,
      ResourceName key) {
    Quantity held = Quantity.ZERO;
    for (Pod pod : unschedulablePods.pods()) {
      held = held.add(detectionContext.charge(pod, quota).getOrZero(key));
    }
    return held;
  }

  private static Finding finding(
      DetectionContext detectionContext,
      UnschedulablePods unschedulablePods,
      Starved by,
      Quantity held,
      List<WorkloadDenials.WorkloadDenial> refused) {
    List<String> names = refused.stream().map(r -> r.group().label()).distinct().toList();
    int starving = refused.stream().mapToInt(WorkloadDenials.WorkloadDenial::deniedPods).sum();
    int pods = unschedulablePods.pods().size();
    return FindingBuilder.of(GapKind.PendingHoldsQuota, unschedulablePods.group().root())
        .resource(by.key())
        .message(
            pods
                + (pods == 1
                    ? " pod that can't be placed holds "
                    : " pods that can't be placed hold ")
                + held
                + " of "
                + by.key()
                + " in quota "
                + by.quota()
                + ", which refuses "
                + starving
                + (starving == 1 ? " pod of " : " pods of ")
                + String.join(", ", names))
        .evidence("quota", by.quota())
        .evidence("held", held)
        .evidence("refusedPods", starving)
        .evidence("refused", String.join(", ", names))
        .pods(starving)
        .remedies(
            () ->
                List.of(
                    ReleasePendingPodsProposer.release(
                        detectionContext,
                        unschedulablePods,
                        refused.get(0),
                        by.quota(),
                        by.key())));
  }
}
