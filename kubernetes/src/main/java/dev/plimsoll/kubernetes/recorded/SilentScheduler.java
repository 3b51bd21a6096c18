package dev.plimsoll.kubernetes.recorded;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.Pod;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * kube-scheduler gives each pod a node or a condition {@code PodScheduled}. A pod that has neither
 * after some time shows that kube-scheduler doesn't run, or that its queue is long.
 *
 * <p>Source: {@code handleSchedulingFailure} in {@code pkg/scheduler/schedule_one.go}.
 */
public final class SilentScheduler {
  /** A queue of thousands of pods takes a minute. */
  private static final Duration USUAL = Duration.ofMinutes(2);

  private SilentScheduler() {}

  /** Returns the creation of a stored pod, if kube-scheduler should have spoken of it by now. */
  public static Optional<Instant> since(Cluster cluster, Pod pod) {
    boolean isDecided =
        pod.isBound()
            || pod.metadata().deletionTimestamp().isPresent()
            || !pod.spec().schedulingGates().isEmpty()
            || pod.status().conditions().stream().anyMatch(c -> c.type().equals("PodScheduled"));
    return isDecided
        ? Optional.empty()
        : pod.metadata()
            .creationTimestamp()
            .filter(t -> t.plus(USUAL).isBefore(cluster.asOf()))
            .filter(t -> ClusterRecord.ofScheduling(cluster, pod).isEmpty());
  }

  /** Says it of a pod in a sentence. */
  public static String sentence(Instant since) {
    return "kube-scheduler has said nothing of it since "
        + since
        + ": kube-scheduler does not run, or its queue is long";
  }
}
