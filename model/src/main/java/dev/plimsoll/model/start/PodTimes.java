package dev.plimsoll.model.start;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.GroupResource;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.Workload;
import dev.plimsoll.kubernetes.object.WorkloadDetails;
import dev.plimsoll.model.lifetime.Lifetimes;
import dev.plimsoll.model.lifetime.OwnerKey;
import dev.plimsoll.model.lifetime.PodRun;
import dev.plimsoll.model.lifetime.SurvivalCurve;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;

/** How long pods run, when they were created, and which deadlines they have. */
final class PodTimes {
  private static final GroupResource JOBS = new GroupResource("batch", "jobs");

  /** How long kubelet takes to end a pod that doesn't say how long it may take. */
  private static final long DEFAULT_GRACE_SECONDS = 30;

  private final Cluster cluster;
  private final Instant now;
  private final Lifetimes lifetimes;
  private final PolicyUsage shares;

  PodTimes(StartQuestion question, Lifetimes lifetimes, PolicyUsage shares) {
    this.cluster = question.simulation().cluster();
    this.now = question.now();
    this.lifetimes = lifetimes;
    this.shares = shares;
  }

  OwnerKey owner(Pod pod) {
    return OwnerKey.of(pod, cluster);
  }

  /** Returns whether the cluster has the pod; somebody may only ask about a pod. */
  boolean isStored(Pod pod) {
    return cluster.find(Pod.class, pod.namespace(), pod.name()).isPresent();
  }

  /** Returns when a pod was created; at the question if nothing says it. */
  Instant created(Pod pod) {
    return pod.metadata().creationTimestamp().orElse(now);
  }

  /** Returns how many seconds after the question an instant is. */
  double seconds(Instant instant) {
    return (instant.toEpochMilli() - now.toEpochMilli()) / 1000.0;
  }

  /** Returns how long a pod runs; empty for a service, and if no end was seen. */
  Optional<SurvivalCurve> curve(Pod pod) {
    return lifetimes.of(new Lifetimes.Kind(owner(pod), tenant(pod), PodRun.devices(pod)));
  }

  private String tenant(Pod pod) {
    return shares.tenant(pod).orElse(pod.namespace());
  }

  /** Returns in how many seconds the controller of the pod's Job ends the Job; else infinite. */
  double jobDeadline(Pod pod) {
    return pod.metadata()
        .controller()
        .filter(c -> c.kind().equals("Job"))
        .flatMap(
            c -> cluster.find(Workload.class, pod.namespace(), Workload.identity(JOBS, c.name())))
        .filter(w -> w.details() instanceof WorkloadDetails.Job)
        .flatMap(w -> ((WorkloadDetails.Job) w.details()).deadline())
        .map(this::seconds)
        .orElse(Double.POSITIVE_INFINITY);
  }

  /** Returns how many seconds a pod may take to end once its deadline has passed. */
  static long grace(Pod pod) {
    OptionalLong grace = pod.spec().terminationGracePeriodSeconds();
    return grace.orElse(DEFAULT_GRACE_SECONDS);
  }
}
