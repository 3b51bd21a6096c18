package dev.plimsoll.model.explain;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.ObjectReference;
import dev.plimsoll.kubernetes.object.OwnerReference;
import dev.plimsoll.kubernetes.object.Workload;
import dev.plimsoll.kubernetes.object.WorkloadDetails;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Tells the effect of a waiting Job on the next run of its CronJob.
 *
 * <p>Source: {@code syncCronJob} in {@code pkg/controller/cronjob/cronjob_controllerv2.go}.
 */
final class ConcurrentRuns {
  private ConcurrentRuns() {}

  /** Returns the state with a note if its pod belongs to a run of a CronJob and doesn't run. */
  static PodState noted(Cluster cluster, ObjectReference root, PodState state) {
    Optional<String> job =
        state
            .pod()
            .metadata()
            .controller()
            .filter(c -> c.kind().equals("Job"))
            .map(OwnerReference::name);
    boolean waits = !state.pod().isTerminal() && !state.verdict().isFine();
    Optional<String> note =
        waits && root.kind().equals("CronJob")
            ? job.flatMap(j -> policy(cluster, root).flatMap(policy -> sentence(policy, j)))
            : Optional.empty();
    List<String> notes = new ArrayList<>(state.notes());
    note.ifPresent(notes::add);
    return note.isPresent() ? state.withNotes(notes) : state;
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
