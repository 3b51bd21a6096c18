package dev.plimsoll.model.explain;

import dev.plimsoll.kubernetes.object.WorkloadDetails;
import dev.plimsoll.kubernetes.workload.PodTemplateOwner;
import java.util.List;
import java.util.stream.Stream;

/**
 * A Job waits longer after each failed pod before it makes the next.
 *
 * <p>Source: {@code pkg/controller/job/backoff_utils.go}, with {@code DefaultJobPodFailureBackOff}
 * and {@code MaxJobPodFailureBackOff} in {@code pkg/controller/job/job_controller.go}.
 */
final class JobBackoff {
  private JobBackoff() {}

  /** Returns the states of pods that an owner lacks, with a note where it waits with them. */
  static List<PodState> noted(PodTemplateOwner owner, List<PodState> states) {
    return owner.workload().details() instanceof WorkloadDetails.Job job && job.failed() > 0
        ? states.stream().map(s -> noted(job, s)).toList()
        : states;
  }

  private static PodState noted(WorkloadDetails.Job job, PodState state) {
    String pods = job.failed() == 1 ? "1 pod has" : job.failed() + " pods have";
    String note =
        pods
            + " failed: the Job makes the next after a back-off of 10 s, doubled with each further"
            + " failure, at most 10 min";
    return state.withNotes(Stream.concat(state.notes().stream(), Stream.of(note)).toList());
  }
}
