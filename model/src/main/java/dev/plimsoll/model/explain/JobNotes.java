package dev.plimsoll.model.explain;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.Workload;
import dev.plimsoll.kubernetes.object.WorkloadDetails;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Tells the next step of a Job whose pod doesn't run.
 *
 * <p>Source: {@code syncJob} and {@code onlyReplaceFailedPods} in {@code
 * pkg/controller/job/job_controller.go}.
 */
final class JobNotes {
  private JobNotes() {}

  /** Returns the state with notes, if its pod belongs to a Job and doesn't run. */
  static PodState noted(Cluster cluster, PodState state) {
    boolean leaves = state.verdict() == PodVerdict.Terminating;
    if (state.pod().isTerminal() || (state.verdict().isFine() && !leaves)) {
      return state;
    }
    List<String> added =
        job(cluster, state)
            .map(job -> leaves ? replacement(job) : deadline(cluster, job))
            .map(Stream::toList)
            .orElseGet(List::of);
    if (added.isEmpty()) {
      return state;
    }
    List<String> notes = new ArrayList<>(state.notes());
    notes.addAll(added);
    return state.withNotes(notes);
  }

  private static Optional<WorkloadDetails.Job> job(Cluster cluster, PodState state) {
    return state.pod().metadata().controller().filter(o -> o.kind().equals("Job")).stream()
        .flatMap(
            owner ->
                cluster.list(Workload.class, state.pod().namespace()).stream()
                    .filter(w -> w.name().equals(owner.name())))
        .map(Workload::details)
        .filter(WorkloadDetails.Job.class::isInstance)
        .map(WorkloadDetails.Job.class::cast)
        .findFirst();
  }

  private static Stream<String> deadline(Cluster cluster, WorkloadDetails.Job job) {
    return job.deadline().filter(at -> at.isAfter(cluster.asOf())).stream()
        .map(
            at ->
                "its Job fails at %s, whether the pod has started or not (activeDeadlineSeconds)"
                    .formatted(at));
  }

  private static Stream<String> replacement(WorkloadDetails.Job job) {
    return job.replacesTerminating()
        ? Stream.empty()
        : Stream.of(
            "its Job creates another pod only once this pod has ended (podReplacementPolicy Failed)");
  }
}
