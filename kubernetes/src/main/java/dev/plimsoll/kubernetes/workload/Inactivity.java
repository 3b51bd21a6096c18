package dev.plimsoll.kubernetes.workload;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.cluster.TerminatingNamespaces;
import dev.plimsoll.kubernetes.object.Condition;
import dev.plimsoll.kubernetes.object.OwnerReference;
import dev.plimsoll.kubernetes.object.Workload;
import dev.plimsoll.kubernetes.object.WorkloadDetails;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The reason why a workload creates no pods although nothing prevents it.
 *
 * <p>Sources: {@code sync} in {@code pkg/controller/deployment/sync.go} (a paused Deployment makes
 * no ReplicaSet), {@code syncJob} in {@code pkg/controller/job/job_controller.go}, {@code
 * syncCronJob} in {@code pkg/controller/cronjob/cronjob_controllerv2.go}, {@code
 * nodeShouldRunDaemonPod} in {@code pkg/controller/daemon/daemon_controller.go}.
 *
 * @param cause which case it is
 * @param reason the rest of a sentence that starts with the workload
 * @param otherwise what would have to happen first, the start of a sentence on its next pod
 */
public record Inactivity(Cause cause, String reason, String otherwise) {
  private static final Set<String> SCALED =
      Set.of("Deployment", "ReplicaSet", "StatefulSet", "ReplicationController");
  private static final String SCALED_TO_NONE = "is scaled to 0";
  private static final String QUEUE = "kueue.x-k8s.io/queue-name";

  /** The kind of inactivity. */
  public enum Cause {
    /** The workload creates no pods now and may later. */
    Idle,
    /** The workload is complete. */
    Complete,
    /** The workload has failed. */
    Failed
  }

  /**
   * Returns whether the workload or its namespace is being deleted. Controllers then create no
   * pods.
   *
   * <p>Sources: {@code syncReplicaSet} and {@code manageReplicas} in {@code
   * pkg/controller/replicaset/replica_set.go}, {@code syncJob} in {@code
   * pkg/controller/job/job_controller.go}.
   */
  public static boolean isBeingDeleted(Cluster cluster, Workload workload) {
    return workload.metadata().deletionTimestamp().isPresent()
        || TerminatingNamespaces.contains(cluster, workload.namespace());
  }

  /** Returns the reason why the workload creates no pods; empty if it does, or should. */
  public static Optional<Inactivity> of(Cluster cluster, Workload workload, boolean hasUnended) {
    if (isBeingDeleted(cluster, workload)) {
      return TerminatingNamespaces.contains(cluster, workload.namespace())
          ? idle(
              "gets no more pods, because namespace " + workload.namespace() + " is being deleted",
              "if the workload tried")
          : idle("is being deleted, and gets no more pods", "if it were created again");
    }
    Optional<Inactivity> known = byDetails(cluster, workload, hasUnended);
    if (known.isPresent()) {
      return known;
    }
    if (SCALED.contains(workload.type().kind()) && wanted(workload) == 0) {
      return idle(SCALED_TO_NONE, "if it were scaled up");
    }
    if (workload.waiting()) {
      return idle("waits to be started or admitted by a queue", "if it were started");
    }
    if (!workload.inactive()) {
      return Optional.empty();
    }
    return holding(workload, "Suspended").isPresent()
        ? ofSuspended(cluster, workload)
        : idle("is suspended or finished", "if it were resumed");
  }

  /**
   * Returns the reason why a custom resource has no pods: its controller made none, and no event
   * tells of an attempt.
   */
  static Optional<Inactivity> ofCustom(Workload root, WorkloadPods workload) {
    return root.resource().isCustom() && workload.pods().isEmpty() && workload.missing() == 0
        ? idle(
            "has no pods, and no event tells of an attempt to make one",
            "if its controller made one")
        : Optional.empty();
  }

  /** Returns the reason why a CronJob's Job that has not finished creates no pods. */
  static Optional<Inactivity> ofRun(Cluster cluster, Workload root, WorkloadPods workload) {
    if (!(root.details() instanceof WorkloadDetails.CronJob) || isBeingDeleted(cluster, root)) {
      return Optional.empty();
    }
    return workload.templateOwners().stream()
        .map(PodTemplateOwner::workload)
        .filter(w -> w.details() instanceof WorkloadDetails.Job)
        .flatMap(
            w ->
                of(cluster, w, false)
                    .filter(why -> why.cause() == Cause.Idle)
                    .map(
                        why ->
                            new Inactivity(
                                Cause.Idle,
                                "has Job " + w.name() + ", which " + why.reason(),
                                why.otherwise()))
                    .stream())
        .findFirst();
  }

  private static Optional<Inactivity> byDetails(
      Cluster cluster, Workload workload, boolean hasUnended) {
    WorkloadDetails details = workload.details();
    if (details instanceof WorkloadDetails.Deployment deployment
        && deployment.paused()
        && !hasUnended
        && wanted(workload) > 0) {
      return idle("is paused and has no pods", "if its rollout were resumed");
    }
    if (details instanceof WorkloadDetails.DaemonSet set && set.desired().orElse(1) == 0) {
      return idle("has no node to run on, as its controller counts", "if it made a pod");
    }
    if (details instanceof WorkloadDetails.CronJob cron) {
      return hasUnended ? Optional.empty() : Optional.of(of(cron));
    }
    return details instanceof WorkloadDetails.Job job
        ? of(cluster, workload, job)
        : Optional.empty();
  }

  private static Inactivity of(WorkloadDetails.CronJob cron) {
    String last =
        cron.lastScheduleTime().map(t -> "; it last ran at " + t).orElse("; it hasn't run yet");
    return cron.suspended()
        ? new Inactivity(Cause.Idle, "is suspended" + last, "if it ran")
        : new Inactivity(
            Cause.Idle,
            "has no Job now, by its schedule \""
                + cron.schedule()
                + "\""
                + (cron.timeZone().isEmpty() ? "" : " in " + cron.timeZone())
                + last,
            "if it ran now");
  }

  private static Optional<Inactivity> of(
      Cluster cluster, Workload workload, WorkloadDetails.Job job) {
    String done =
        job.succeeded()
            + job.completions().stream().mapToObj(c -> " of " + c).findFirst().orElse("")
            + " succeeded, "
            + job.failed()
            + " failed";
    Optional<Condition> complete = holding(workload, "Complete", "SuccessCriteriaMet");
    if (complete.isPresent()) {
      return Optional.of(
          new Inactivity(Cause.Complete, "is complete: " + done, "if it were created again"));
    }
    Optional<Condition> failed = holding(workload, "Failed", "FailureTarget");
    if (failed.isPresent()) {
      Condition why = failed.get();
      return Optional.of(
          new Inactivity(
              Cause.Failed,
              "has failed: %s, \"%s\"; %s".formatted(why.reason(), why.message(), done),
              "if it were created again"));
    }
    if (workload.isManagedElsewhere()) {
      return idle(
          "is managed by " + job.managedBy() + ", and the Job controller creates no pods for it",
          "if the Job controller managed it");
    }
    if (job.suspended()) {
      return ofSuspended(cluster, workload);
    }
    return job.parallelism() == 0
        ? idle("has parallelism 0", "if its parallelism were raised")
        : Optional.empty();
  }

  private static Optional<Inactivity> ofSuspended(Cluster cluster, Workload workload) {
    String queue = workload.metadata().labels().getOrDefault(QUEUE, "");
    if (queue.isEmpty()) {
      return idle("is suspended", "if it were resumed");
    }
    Optional<Workload> deactivated =
        cluster.list(Workload.class, workload.namespace()).stream()
            .filter(w -> w.details() instanceof WorkloadDetails.Queued queued && !queued.active())
            .filter(w -> w.metadata().owners().stream().anyMatch(o -> isOf(o, workload)))
            .findFirst();
    return deactivated.isPresent()
        ? idle(
            "is suspended, and Kueue does not resume it: Workload "
                + deactivated.get().name()
                + " is deactivated until its spec.active is true",
            "if it were resumed as it is")
        : idle(
            "is suspended, and Kueue resumes it once its queue " + queue + " admits it",
            "if it were resumed as it is");
  }

  private static boolean isOf(OwnerReference owner, Workload workload) {
    return owner.kind().equals(workload.type().kind()) && owner.name().equals(workload.name());
  }

  /** Returns whether the workload is scaled to no pods. */
  boolean isScaledToNone() {
    return reason.equals(SCALED_TO_NONE);
  }

  private static Optional<Condition> holding(Workload workload, String... types) {
    return workload.conditions().stream()
        .filter(c -> c.status().equals("True") && List.of(types).contains(c.type()))
        .findFirst();
  }

  private static int wanted(Workload workload) {
    return workload.templates().stream().mapToInt(t -> t.replicas().orElse(0)).sum();
  }

  private static Optional<Inactivity> idle(String reason, String otherwise) {
    return Optional.of(new Inactivity(Cause.Idle, reason, otherwise));
  }
}
