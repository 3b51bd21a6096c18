package dev.plimsoll.kubernetes.recorded;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.GroupVersionKind;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.Workload;
import dev.plimsoll.kubernetes.object.WorkloadDetails;
import dev.plimsoll.kubernetes.workload.JobBackoff;
import java.time.Duration;
import java.util.Optional;

/**
 * When a controller tries again, after it failed.
 *
 * <p>Sources: {@code DefaultTypedControllerRateLimiter} in {@code
 * staging/src/k8s.io/client-go/util/workqueue/default_rate_limiters.go}, by which most controllers
 * go; {@code MaxJobApiBackOff} and {@code MaxJobPodFailureBackOff} in {@code
 * pkg/controller/job/job_controller.go}; {@code maxRetries} in {@code
 * pkg/controller/deployment/deployment_controller.go}, after which the next resync counts; {@code
 * DefaultPodMaxInUnschedulablePodsDuration} and {@code flushUnschedulablePodsLeftover} in {@code
 * pkg/scheduler/backend/queue/scheduling_queue.go}.
 *
 * @param controller who tries again
 * @param longest the longest time between two attempts; absent where that isn't known
 */
public record Retry(String controller, Optional<Duration> longest) {
  private static final Duration MAX_DELAY = Duration.ofSeconds(1000);
  private static final Duration MAX_JOB_DELAY = Duration.ofMinutes(1);
  private static final Duration MAX_FAILED_JOB_DELAY = Duration.ofMinutes(10);

  /** Twice the flag {@code --min-resync-period}, by its default. */
  private static final Duration MAX_RESYNC = Duration.ofHours(24);

  /** Five minutes among the unschedulable pods, which are looked at every half a minute. */
  private static final Duration MAX_UNSCHEDULABLE = Duration.ofSeconds(330);

  /** Returns how kube-scheduler tries a pod again that found no node. */
  static Retry ofPlacement() {
    return new Retry("kube-scheduler", Optional.of(MAX_UNSCHEDULABLE));
  }

  /** Returns how the controller of a workload tries again to create what was denied. */
  public static Retry ofCreation(Cluster cluster, Workload creator) {
    GroupVersionKind type = creator.type();
    Optional<Duration> longest =
        switch (type.group().isEmpty() ? type.kind() : type.group() + "/" + type.kind()) {
          case "apps/ReplicaSet",
              "apps/StatefulSet",
              "apps/DaemonSet",
              "batch/CronJob",
              "ReplicationController" ->
              Optional.of(MAX_DELAY);
          case "apps/Deployment" -> Optional.of(MAX_RESYNC);
          case "batch/Job" ->
              Optional.of(isInBackoff(cluster, creator) ? MAX_FAILED_JOB_DELAY : MAX_JOB_DELAY);
          default -> Optional.empty();
        };
    return new Retry("the " + type.kind() + " controller", longest);
  }

  /** Only a Job with failed pods has a back-off. Most denied Jobs have none. */
  private static boolean isInBackoff(Cluster cluster, Workload creator) {
    return creator.details() instanceof WorkloadDetails.Job job
        && job.failed() > 0
        && JobBackoff.of(cluster.asOf(), creator, 1, cluster.list(Pod.class, creator.namespace()))
            .isPresent();
  }
}
