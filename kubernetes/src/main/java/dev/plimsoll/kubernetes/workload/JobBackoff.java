package dev.plimsoll.kubernetes.workload;

import dev.plimsoll.kubernetes.object.Condition;
import dev.plimsoll.kubernetes.object.ContainerState;
import dev.plimsoll.kubernetes.object.ContainerStatus;
import dev.plimsoll.kubernetes.object.ObjectMeta;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.Workload;
import dev.plimsoll.kubernetes.object.WorkloadDetails;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The time after failed pods in which a Job creates no pod. It is 10 s, doubled with each failure
 * since the last success, and at most 10 min. With {@code backoffLimitPerIndex}, each index has its
 * own time. The controller counts in memory, so a restart of the controller ends the time.
 *
 * <p>Sources: {@code pkg/controller/job/backoff_utils.go}; {@code manageJob}, {@code isPodFailed},
 * {@code deleteJobPods} and {@code getPodCreationInfoForIndependentIndexes} in {@code
 * pkg/controller/job/job_controller.go}; {@code pkg/controller/job/indexed_job_utils.go}.
 *
 * @param failures how many pods failed in a row
 * @param isOfIndex whether the pods had one index, and each index has its own time
 * @param until when the time ends; absent if the failed pods are gone
 */
public record JobBackoff(int failures, boolean isOfIndex, Optional<Instant> until) {
  private static final Duration FIRST = Duration.ofSeconds(10);
  private static final Duration LONGEST = Duration.ofMinutes(10);
  private static final String INDEX_FAILURES = "batch.kubernetes.io/job-index-failure-count";
  private static final String INDEX_IGNORED = "batch.kubernetes.io/job-index-ignored-failure-count";

  /** The finalizer of pods that the Job controller has yet to count. */
  public static final String TRACKING = "batch.kubernetes.io/job-tracking";

  /**
   * Returns the back-off before the next of the missing pods; empty if none is known or left.
   *
   * @param candidates the pods among which those of the Job are, also pods that have ended
   */
  public static Optional<JobBackoff> of(
      Instant asOf, PodTemplateOwner owner, Collection<Pod> candidates) {
    return owner.missing() == 0
        ? Optional.empty()
        : of(asOf, owner.workload(), owner.missing(), candidates);
  }

  /** Returns the back-off of a workload that lacks some pods; empty if none is known or left. */
  public static Optional<JobBackoff> of(
      Instant asOf, Workload workload, int missing, Collection<Pod> candidates) {
    if (!(workload.details() instanceof WorkloadDetails.Job job)) {
      return Optional.empty();
    }
    List<Pod> pods = candidates.stream().filter(workload::controls).toList();
    List<Pod> failed = failed(job, pods);
    Optional<JobBackoff> found =
        pods.stream().anyMatch(p -> p.metadata().annotations().containsKey(INDEX_FAILURES))
            ? ofIndexes(failed, missing)
            : ofAll(job, pods, failed);
    return found.filter(b -> b.until().filter(t -> !t.isAfter(asOf)).isEmpty());
  }

  /** Returns how long it lasts. */
  public Duration delay() {
    Duration delay = FIRST;
    for (int i = 1; i < failures && delay.compareTo(LONGEST) < 0; i++) {
      delay = delay.multipliedBy(2);
    }
    return delay.compareTo(LONGEST) < 0 ? delay : LONGEST;
  }

  private static Optional<JobBackoff> ofAll(
      WorkloadDetails.Job job, List<Pod> pods, List<Pod> failed) {
    Optional<Instant> success =
        pods.stream()
            .filter(p -> p.status().phase().equals("Succeeded"))
            .map(JobBackoff::finished)
            .max(Comparator.naturalOrder());
    List<Instant> since =
        failed.stream()
            .map(JobBackoff::finished)
            .filter(t -> t.isAfter(success.orElse(Instant.MIN)))
            .sorted()
            .toList();
    int failures = job.succeeded() == 0 ? Math.max(since.size(), job.failed()) : since.size();
    if (since.isEmpty()) {
      return success.isPresent() || job.failed() == 0
          ? Optional.empty()
          : Optional.of(new JobBackoff(job.failed(), false, Optional.empty()));
    }
    return Optional.of(after(failures, false, since.get(since.size() - 1)));
  }

  /** Returns the first end, if each index that lacks a pod has failed. */
  private static Optional<JobBackoff> ofIndexes(List<Pod> failed, int missing) {
    List<JobBackoff> delayed =
        failed.stream()
            .filter(p -> p.metadata().finalizers().contains(TRACKING))
            .map(p -> after(indexFailures(p.metadata()) + 1, true, finished(p)))
            .toList();
    return delayed.size() < missing
        ? Optional.empty()
        : delayed.stream().min(Comparator.comparing(b -> b.until().orElseThrow()));
  }

  private static JobBackoff after(int failures, boolean isOfIndex, Instant last) {
    Duration delay = new JobBackoff(failures, isOfIndex, Optional.empty()).delay();
    return new JobBackoff(failures, isOfIndex, Optional.of(last.plus(delay)));
  }

  private static int indexFailures(ObjectMeta pod) {
    return Stream.of(INDEX_FAILURES, INDEX_IGNORED)
        .map(name -> pod.annotations().getOrDefault(name, ""))
        .filter(value -> value.matches("[0-9]{1,8}"))
        .mapToInt(Integer::parseInt)
        .sum();
  }

  /**
   * Returns the pods that the controller counts as failed. It takes its finalizer from the pods
   * that it deletes itself, of a suspended Job for example, and doesn't count these pods.
   */
  private static List<Pod> failed(WorkloadDetails.Job job, List<Pod> pods) {
    long ended = pods.stream().filter(JobBackoff::hasFailed).count();
    return pods.stream()
        .filter(
            p ->
                hasFailed(p)
                    || (p.isTerminating()
                        && !p.isTerminal()
                        && job.replacesTerminating()
                        && (p.metadata().finalizers().contains(TRACKING) || job.failed() > ended)))
        .toList();
  }

  private static boolean hasFailed(Pod pod) {
    return pod.status().phase().equals("Failed");
  }

  /** Returns when a pod ended, as {@code getFinishedTime} has it. */
  private static Instant finished(Pod pod) {
    ObjectMeta metadata = pod.metadata();
    return ended(pod.status().containerStatuses())
        .or(
            () ->
                pod.status()
                    .condition("Ready")
                    .filter(c -> c.status().equals("False"))
                    .flatMap(Condition::lastTransitionTime))
        .or(
            () ->
                metadata
                    .deletionTimestamp()
                    .map(t -> t.minusSeconds(metadata.deletionGracePeriodSeconds().orElse(0))))
        .or(metadata::creationTimestamp)
        .orElse(Instant.MIN);
  }

  /** Returns when the last container ended, if all have ended. */
  private static Optional<Instant> ended(List<ContainerStatus> containers) {
    List<Instant> ends =
        containers.stream()
            .map(ContainerStatus::state)
            .filter(ContainerState.Terminated.class::isInstance)
            .flatMap(s -> ((ContainerState.Terminated) s).finishedAt().stream())
            .toList();
    return ends.size() < containers.size()
        ? Optional.empty()
        : ends.stream().max(Comparator.naturalOrder());
  }
}
