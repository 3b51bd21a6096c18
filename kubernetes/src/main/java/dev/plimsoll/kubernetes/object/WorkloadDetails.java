package dev.plimsoll.kubernetes.object;

import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.Resources;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/** The fields, other than the pod template, that the controller of a built-in kind reads. */
public sealed interface WorkloadDetails {

  /** Returns how pods are replaced by newer ones, for the kinds that a rollout can surge. */
  default Optional<RollingUpdate> update() {
    return this instanceof Deployment deployment
        ? deployment.rollingUpdate()
        : this instanceof DaemonSet set ? set.rollingUpdate() : Optional.empty();
  }

  /** Nothing further: a custom resource, or a kind whose controller needs no more. */
  record None() implements WorkloadDetails {}

  /**
   * A Deployment.
   *
   * @param paused whether changes of its template wait
   * @param rollingUpdate how pods are replaced; absent for {@code Recreate}
   */
  record Deployment(boolean paused, Optional<RollingUpdate> rollingUpdate)
      implements WorkloadDetails {}

  /**
   * A ReplicaSet.
   *
   * @param availableReplicas how many of its pods are available, as its controller counted
   * @param revision the Deployment's revision that it stands for; absent where none is recorded
   */
  record ReplicaSet(int availableReplicas, OptionalLong revision) implements WorkloadDetails {}

  /**
   * A StatefulSet.
   *
   * @param ordered whether a pod is created only once all before it are ready
   * @param firstOrdinal the number of its first pod
   * @param volumeClaimTemplates the claims that each of its pods gets
   * @param rollingUpdate how pods are replaced; absent for {@code OnDelete}
   * @param partition the number of the first pod that is replaced
   */
  record StatefulSet(
      boolean ordered,
      int firstOrdinal,
      List<PersistentVolumeClaim> volumeClaimTemplates,
      Optional<RollingUpdate> rollingUpdate,
      int partition)
      implements WorkloadDetails {

    public StatefulSet {
      volumeClaimTemplates = List.copyOf(volumeClaimTemplates);
    }

    /** Creates a StatefulSet that replaces one pod at a time. */
    public StatefulSet(
        boolean ordered, int firstOrdinal, List<PersistentVolumeClaim> volumeClaimTemplates) {
      this(
          ordered, firstOrdinal, volumeClaimTemplates, Optional.of(new RollingUpdate("0", "1")), 0);
    }
  }

  /**
   * A DaemonSet.
   *
   * @param desired on how many nodes it is to run; absent where its controller hasn't counted
   * @param updated how many of these have a pod of the current template
   * @param rollingUpdate how pods are replaced; absent for {@code OnDelete}
   */
  record DaemonSet(OptionalInt desired, int updated, Optional<RollingUpdate> rollingUpdate)
      implements WorkloadDetails {}

  /**
   * A Job.
   *
   * @param suspended whether it is suspended
   * @param parallelism how many pods it runs at a time
   * @param completions how many must succeed; absent where one success ends it
   * @param indexed whether each completion has its own index
   * @param replacesTerminating whether it replaces a pod that is being deleted before it has ended
   * @param succeeded how many pods have succeeded
   * @param failed how many pods have failed
   * @param failedIndexes how many indexes have failed for good
   * @param deadline when its controller ends it with its pods; absent without {@code
   *     activeDeadlineSeconds}, and before it has started
   * @param activeDeadlineSeconds for how many seconds it may be active
   * @param managedBy which other controller manages it; empty for the Job controller
   */
  record Job(
      boolean suspended,
      int parallelism,
      OptionalInt completions,
      boolean indexed,
      boolean replacesTerminating,
      int succeeded,
      int failed,
      int failedIndexes,
      Optional<Instant> deadline,
      OptionalLong activeDeadlineSeconds,
      String managedBy)
      implements WorkloadDetails {

    /** Creates a Job of the Job controller without a deadline. */
    public Job(
        boolean suspended,
        int parallelism,
        OptionalInt completions,
        boolean indexed,
        boolean replacesTerminating,
        int succeeded,
        int failed) {
      this(
          suspended,
          parallelism,
          completions,
          indexed,
          replacesTerminating,
          succeeded,
          failed,
          0,
          Optional.empty(),
          OptionalLong.empty(),
          "");
    }

    /** Returns how many completions are left; absent where one success ends the Job. */
    public OptionalInt left() {
      return completions.isPresent()
          ? OptionalInt.of(Math.max(0, completions.getAsInt() - succeeded - failedIndexes))
          : completions;
    }

    /**
     * Returns how many pods the Job keeps active. After a success, a Job without a number of
     * completions keeps its active pods and creates none.
     *
     * <p>Source: {@code manageJob} in {@code pkg/controller/job/job_controller.go}.
     */
    public int wanted(int active) {
      return left().isEmpty() && succeeded > 0
          ? active
          : Math.min(parallelism, left().orElse(parallelism));
    }

    /** Returns the Job with a changed spec. The counts of its controller stay. */
    public Job with(boolean isSuspended, int newParallelism, OptionalInt newCompletions) {
      return new Job(
          isSuspended,
          newParallelism,
          newCompletions,
          indexed,
          replacesTerminating,
          succeeded,
          failed,
          failedIndexes,
          isSuspended ? Optional.empty() : deadline,
          activeDeadlineSeconds,
          managedBy);
    }

    /** Returns the suspended Job. The deadline counts from the time when the Job is resumed. */
    public Job suspend() {
      return with(true, parallelism, completions);
    }
  }

  /**
   * A CronJob.
   *
   * @param schedule when it runs, as cron has it
   * @param timeZone the time zone of the schedule; empty for that of kube-controller-manager
   * @param suspended whether it is suspended
   * @param lastScheduleTime when it last made a Job
   * @param concurrencyPolicy {@code Allow}, {@code Forbid} or {@code Replace}; empty for the
   *     default
   */
  record CronJob(
      String schedule,
      String timeZone,
      boolean suspended,
      Optional<Instant> lastScheduleTime,
      String concurrencyPolicy)
      implements WorkloadDetails {

    /** Creates a CronJob in the time zone of kube-controller-manager. */
    public CronJob(
        String schedule,
        boolean suspended,
        Optional<Instant> lastScheduleTime,
        String concurrencyPolicy) {
      this(schedule, "", suspended, lastScheduleTime, concurrencyPolicy);
    }
  }

  /**
   * A Workload of Kueue.
   *
   * @param queue the name of its LocalQueue
   * @param priority its priority among the Workloads of the ClusterQueue
   * @param active whether Kueue may start it
   * @param clusterQueue the ClusterQueue whose quota it reserves; empty if it reserves none
   * @param reserved the quota that it reserves
   * @param podSets its pod sets, in the order of the pod templates
   * @param requested the amounts of each pod set that Kueue compared with quota when it last looked
   *     at the waiting Workload; empty if Kueue has not said
   * @param topologies the domains that its pods must or should share
   * @param elsewhere whether its pods may run in another cluster
   * @param requeueAt when Kueue queues the evicted Workload again, if Kueue has said
   */
  record Queued(
      String queue,
      int priority,
      boolean active,
      String clusterQueue,
      Map<FlavorQuota.FlavorResource, Quantity> reserved,
      List<PodSet> podSets,
      List<Resources> requested,
      List<TopologyRequest> topologies,
      boolean elsewhere,
      Optional<Instant> requeueAt)
      implements WorkloadDetails {

    /**
     * Pods of one template.
     *
     * @param name its name
     * @param count how many pods it has
     * @param minCount how many pods suffice ({@code minCount}); the count if all are needed
     */
    public record PodSet(String name, int count, int minCount) {}

    /**
     * A domain that the pods of a pod set share.
     *
     * @param podSet the name of the pod set
     * @param level the node label whose values are the domains; empty for any domain
     * @param required whether the pods can't start in several domains
     */
    public record TopologyRequest(String podSet, String level, boolean required) {}

    /** The plural of the kind. */
    public static final GroupResource RESOURCE = new GroupResource("kueue.x-k8s.io", "workloads");

    public static final GroupVersionKind TYPE =
        GroupVersionKind.of("kueue.x-k8s.io/v1beta2", "Workload");

    public Queued {
      reserved = Map.copyOf(reserved);
      podSets = List.copyOf(podSets);
      requested = List.copyOf(requested);
      topologies = List.copyOf(topologies);
    }
  }

  /**
   * An AppWrapper of CodeFlare: objects that are created together once Kueue admits them.
   *
   * @param phase its phase to the letter, such as {@code Suspended}; empty if none is set
   */
  record AppWrapper(String phase) implements WorkloadDetails {
    /** The plural of the kind. */
    public static final GroupResource RESOURCE =
        new GroupResource("workload.codeflare.dev", "appwrappers");
  }

  /**
   * How pods are replaced by newer ones.
   *
   * @param maxSurge how many pods there may be beyond those wanted: a number or a percentage
   * @param maxUnavailable how many of those wanted may be missing: a number or a percentage
   */
  record RollingUpdate(String maxSurge, String maxUnavailable) {

    /** Returns how many pods there may be beyond as many: of a percentage, rounded up. */
    public int surgeOf(int replicas) {
      return scaled(maxSurge, replicas, 99);
    }

    /**
     * Returns how many of as many pods may be missing: of a percentage, rounded down, but 1 where
     * both would be 0. Source: {@code ResolveFenceposts} in {@code
     * pkg/controller/deployment/util/deployment_util.go}.
     */
    public int unavailableOf(int replicas) {
      int unavailable = scaled(maxUnavailable, replicas, 0);
      return unavailable == 0 && surgeOf(replicas) == 0 ? 1 : unavailable;
    }

    private static int scaled(String value, int replicas, int roundingUp) {
      if (!value.matches("[0-9]{1,9}%?")) {
        return 0;
      }
      return value.endsWith("%")
          ? (int)
              ((Long.parseLong(value.substring(0, value.length() - 1)) * replicas + roundingUp)
                  / 100)
          : Integer.parseInt(value);
    }
  }
}
