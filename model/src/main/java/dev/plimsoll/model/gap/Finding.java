package dev.plimsoll.model.gap;

import dev.plimsoll.kubernetes.object.ObjectReference;
import dev.plimsoll.kubernetes.object.Pod;
import java.util.Comparator;
import java.util.List;
import java.util.function.Supplier;

/**
 * A gap whose remedies haven't been tried yet, because trying costs far more than finding.
 *
 * @param gap the gap, without remedies
 * @param waiting the stored pods that it keeps from running
 * @param workloads further workloads that it concerns, besides its object
 * @param remedies tries them
 */
public record Finding(
    Gap gap, List<Pod> waiting, List<ObjectReference> workloads, Supplier<List<Remedy>> remedies) {

  public Finding {
    waiting = List.copyOf(waiting);
    workloads = List.copyOf(workloads);
  }

  /** Returns whether the gap shows at the workload or concerns it. */
  public boolean concerns(ObjectReference workload) {
    return gap.object().equals(workload) || workloads.contains(workload);
  }

  /** Returns the same with another message. */
  public Finding withMessage(String message) {
    Gap renamed =
        new Gap(
            gap.kind(),
            gap.object(),
            gap.resource(),
            message,
            gap.evidence(),
            gap.remedies(),
            gap.pods(),
            gap.cost());
    return new Finding(renamed, waiting, workloads, remedies);
  }

  /**
   * Returns the gap with its remedies: helpful remedies first, the remedy that gives up the object
   * last.
   */
  public Gap withRemedies() {
    List<Remedy> tried = remedies.get();
    List<Remedy> helpfulFirst =
        tried.stream()
            .sorted(
                Comparator.comparing((Remedy r) -> r.givesUp(gap.object()))
                    .thenComparing(r -> !r.helps()))
            .toList();
    return new Gap(
        gap.kind(),
        gap.object(),
        gap.resource(),
        gap.message(),
        gap.evidence(),
        helpfulFirst,
        gap.pods(),
        gap.cost());
  }
}
