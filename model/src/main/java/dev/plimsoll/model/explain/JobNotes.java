package dev.plimsoll.model.explain;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.ObjectReference;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.Workload;
import dev.plimsoll.kubernetes.object.WorkloadDetails;
import dev.plimsoll.kubernetes.quantity.Counted;
import dev.plimsoll.kubernetes.workload.Inactivity;
import dev.plimsoll.kubernetes.workload.JobBackoff;
import dev.plimsoll.kubernetes.workload.PodTemplateOwner;
import dev.plimsoll.kubernetes.workload.WorkloadPods;
import dev.plimsoll.model.whatif.Simulation;
import java.util.List;
import java.util.stream.Stream;

/**
 * Tells the next step of a Job whose pod doesn't run.
 *
 * <p>Source: {@code syncJob} and {@code onlyReplaceFailedPods} in {@code
 * pkg/controller/job/job_controller.go}.
 */
final class JobNotes {
  private static final String POLICY = "podReplacementPolicy Failed";

  private JobNotes() {}

  /** Returns the states of pods that a Job lacks, with a note if its back-off delays the pods. */
  static List<PodState> awaited(
      Simulation simulation, PodTemplateOwner owner, ObjectReference root, List<PodState> states) {
    List<Pod> pods =
        simulation.workloads().workloadOf(root).map(WorkloadPods::pods).orElseGet(List::of);
    return JobBackoff.of(simulation.cluster().asOf(), owner, pods)
        .map(b -> states.stream().map(s -> with(s, Stream.of(backoff(b)))).toList())
        .orElse(states);
  }

  private static String backoff(JobBackoff backoff) {
    String failed = Counted.of(backoff.failures(), "pod", "has", "have") + " failed";
    return backoff
        .until()
        .map(
            at ->
                "%s%s: the Job creates the next pod at %s, after a back-off of %d s"
                    .formatted(
                        failed,
                        backoff.isOfIndex() ? " for its index" : "",
                        at,
                        backoff.delay().toSeconds()))
        .orElse(
            failed
                + ": the Job makes the next after a back-off of 10 s, doubled with each further"
                + " failure, at most 10 min");
  }

  private static PodState with(PodState state, Stream<String> added) {
    return state.withNotes(Stream.concat(state.notes().stream(), added).toList());
  }

  /** Returns the state with notes, if its pod belongs to a Job and doesn't run. */
  static PodState noted(Cluster cluster, WorkloadPods workload, PodState state) {
    boolean leaves = state.verdict() == PodVerdict.Terminating;
    if (state.pod().isTerminal() || (state.verdict().isFine() && !leaves)) {
      return state;
    }
    return with(
        state,
        workload.templateOwners().stream()
            .filter(o -> o.owns(state.pod()) && !isIdle(cluster, o.workload()))
            .flatMap(o -> leaves ? replacement(o) : deadline(cluster, o.workload())));
  }

  /** Returns the rest of a sentence about pods that Jobs create later, or never. */
  static String later(WorkloadPods workload) {
    int awaited = workload.templateOwners().stream().mapToInt(PodTemplateOwner::awaitedEnds).sum();
    int failed =
        workload.templateOwners().stream()
            .map(o -> o.workload().details())
            .mapToInt(d -> d instanceof WorkloadDetails.Job job ? job.failedIndexes() : 0)
            .sum();
    return (awaited == 0
            ? ""
            : "; %s created only once as many that are being deleted have ended (%s)"
                .formatted(Counted.of(awaited, "more pod", "is", "are"), POLICY))
        + (failed == 0
            ? ""
            : "; %d %s failed for good"
                .formatted(failed, failed == 1 ? "index has" : "indexes have"));
  }

  private static boolean isIdle(Cluster cluster, Workload workload) {
    return workload.inactive() || Inactivity.isBeingDeleted(cluster, workload);
  }

  private static Stream<String> deadline(Cluster cluster, Workload workload) {
    return workload.details() instanceof WorkloadDetails.Job job
        ? job
            .deadline()
            .filter(at -> at.isAfter(cluster.asOf()))
            .map(
                "its Job fails at %s, whether the pod has started or not (activeDeadlineSeconds)"
                    ::formatted)
            .stream()
        : Stream.empty();
  }

  private static Stream<String> replacement(PodTemplateOwner job) {
    return job.awaitedEnds() == 0
        ? Stream.empty()
        : Stream.of("its Job creates another pod only once this pod has ended (" + POLICY + ")");
  }
}
