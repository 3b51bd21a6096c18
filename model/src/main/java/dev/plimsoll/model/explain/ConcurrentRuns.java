package dev.plimsoll.model.explain;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.ObjectReference;
import dev.plimsoll.kubernetes.object.Workload;
import dev.plimsoll.kubernetes.object.WorkloadDetails;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Tells the effect of a waiting Job on the next run of its CronJob.
 *
 * <p>Source: {@code syncCronJob} in {@code pkg/controller/cronjob/cronjob_controllerv2.go}.
 */
final class ConcurrentRuns {
  private static final Set<String> ENDS = Set.of("Complete", "Failed");

  private ConcurrentRuns() {}

  /** Returns the state with a note if its pod belongs to a run of a CronJob and doesn't run. */
  static PodState noted(Cluster cluster, ObjectReference root, PodState state) {
    boolean runs =
        state.exists() && state.verdict().isFine() && state.verdict() != PodVerdict.Terminating;
    if (!root.kind().equals("CronJob") || state.pod().isTerminal() || runs) {
      return state;
    }
    return cluster.list(Workload.class, root.namespace()).stream()
        .filter(w -> w.controls(state.pod()) && isActive(w))
        .findFirst()
        .flatMap(job -> policy(cluster, root).flatMap(policy -> sentence(policy, job.name())))
        .map(
            note ->
                state.withNotes(Stream.concat(state.notes().stream(), Stream.of(note)).toList()))
        .orElse(state);
  }

  /** A Job is active until it has the condition for its end, also while its last pods end. */
  private static boolean isActive(Workload workload) {
    return workload.details() instanceof WorkloadDetails.Job
        && workload.conditions().stream()
            .noneMatch(c -> c.status().equals("True") && ENDS.contains(c.type()));
  }

  private static Optional<String> policy(Cluster cluster, ObjectReference root) {
    return cluster.list(Workload.class, root.namespace()).stream()
        .filter(w -> w.name().equals(root.name()))
        .map(Workload::details)
        .filter(WorkloadDetails.CronJob.class::isInstance)
        .map(d -> ((WorkloadDetails.CronJob) d).concurrencyPolicy())
        .findFirst();
  }

  private static Optional<String> sentence(String policy, String job) {
    return switch (policy) {
      case "Forbid" ->
          Optional.of(
              "no other run begins while Job %s is active (concurrencyPolicy Forbid)"
                  .formatted(job));
      case "Replace" ->
          Optional.of("the next run deletes Job %s (concurrencyPolicy Replace)".formatted(job));
      default -> Optional.empty();
    };
  }
}
