package dev.plimsoll.model.check;

import dev.plimsoll.kubernetes.object.Condition;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.Workload;
import dev.plimsoll.kubernetes.object.WorkloadDetails;
import dev.plimsoll.kubernetes.workload.PodTemplateOwner;
import dev.plimsoll.kubernetes.workload.Workloads;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The pods that controllers delete because a set leaves their workload fewer: a smaller Deployment,
 * ReplicaSet, ReplicationController, StatefulSet or Job, or a suspended Job.
 *
 * <p>Sources: {@code ActivePodsWithRanks} in {@code pkg/controller/controller_utils.go}; {@code
 * manageJob} in {@code pkg/controller/job/job_controller.go}; {@code processCondemned} in {@code
 * pkg/controller/statefulset/stateful_set_control.go}.
 *
 * @param first the pods in one order of those that rank alike
 * @param last the pods in the reverse order of those that rank alike
 */
record SurplusPods(List<Pod> first, List<Pod> last) {

  /** The pods that a run of a set deletes. */
  enum Fate {
    /** Those in the first order. */
    FIRST,
    /** Those in the reverse order. */
    LAST,
    /** Those in the first order; then pods that wait take what is free. */
    OVERTAKEN,
    /** None. */
    STAY
  }

  private static final String DELETION_COST = "controller.kubernetes.io/pod-deletion-cost";

  private static final Map<String, Integer> PHASES = Map.of("Pending", 0, "Unknown", 1);

  /** Pods that are placed or ready go last. Age and neighbours are left open. */
  private static final Comparator<Pod> RANK =
      Comparator.comparing(Pod::isBound)
          .thenComparing(p -> PHASES.getOrDefault(p.status().phase(), 2))
          .thenComparing(SurplusPods::isReady)
          .thenComparing(SurplusPods::deletionCost);

  private static final Comparator<Pod> YOUNGEST =
      Comparator.comparing((Pod p) -> p.metadata().creationTimestamp().orElse(Instant.EPOCH))
          .reversed()
          .thenComparing(Pod::name);

  private static final Comparator<Pod> HIGHEST_ORDINAL =
      Comparator.comparing((Pod p) -> p.name().length()).thenComparing(Pod::name).reversed();

  SurplusPods {
    first = List.copyOf(first);
    last = List.copyOf(last);
  }

  /**
   * Finds the pods of workloads whose objects are stored.
   *
   * @param stored the workloads and pods of the cluster with the set
   */
  static SurplusPods of(List<AppliedWorkload> applied, Workloads stored) {
    List<Pod> first = new ArrayList<>();
    List<Pod> last = new ArrayList<>();
    for (AppliedWorkload each : applied) {
      if (each.denied().isEmpty() && each.rollout().isEmpty()) {
        stored.workloadOf(each.workload().reference()).stream()
            .map(w -> w.templateOwners().stream().filter(o -> !o.pods().isEmpty()).toList())
            .filter(owners -> owners.size() == 1)
            .map(owners -> owners.get(0))
            .forEach(
                owner -> {
                  first.addAll(surplus(owner, YOUNGEST));
                  last.addAll(surplus(owner, YOUNGEST.reversed()));
                });
      }
    }
    return new SurplusPods(first, last);
  }

  private static List<Pod> surplus(PodTemplateOwner owner, Comparator<Pod> alike) {
    List<Pod> alive =
        owner.pods().stream().filter(p -> !p.isTerminal() && !p.isTerminating()).toList();
    return alive.stream()
        .sorted(isOrdinal(owner) ? HIGHEST_ORDINAL : RANK.thenComparing(alike))
        .limit(Math.max(0, alive.size() - wanted(owner, alive.size())))
        .toList();
  }

  /** Returns how many pods the controller keeps; all of them if its kind deletes none. */
  private static int wanted(PodTemplateOwner owner, int all) {
    Workload workload = owner.workload();
    if (workload.isManagedElsewhere()) {
      return all;
    }
    return switch (workload.type().kind()) {
      case "ReplicaSet", "ReplicationController", "StatefulSet" ->
          owner.template().replicas().orElse(all);
      case "Job" ->
          workload.details() instanceof WorkloadDetails.Job job && job.suspended()
              ? 0
              : owner.template().replicas().orElse(all);
      default -> all;
    };
  }

  private static boolean isOrdinal(PodTemplateOwner owner) {
    return owner.workload().details() instanceof WorkloadDetails.StatefulSet;
  }

  private static boolean isReady(Pod pod) {
    return pod.status()
        .condition("Ready")
        .map(Condition::status)
        .filter("True"::equals)
        .isPresent();
  }

  private static int deletionCost(Pod pod) {
    try {
      return Integer.parseInt(pod.metadata().annotations().getOrDefault(DELETION_COST, "0"));
    } catch (NumberFormatException e) {
      return 0; // As the controller takes it.
    }
  }

  /** Returns the pods that a run deletes. */
  List<Pod> of(Fate fate) {
    return switch (fate) {
      case FIRST, OVERTAKEN -> first;
      case LAST -> last;
      case STAY -> List.of();
    };
  }

  /** Returns whether an owner loses pods. */
  boolean has(PodTemplateOwner owner) {
    return first.stream().anyMatch(owner::owns);
  }

  boolean isEmpty() {
    return first.isEmpty();
  }

  /** Returns whether other pods may go than the first. */
  boolean isOpen() {
    Set<String> names = new HashSet<>(first.stream().map(Pod::key).toList());
    return last.stream().map(Pod::key).anyMatch(k -> !names.contains(k));
  }
}
