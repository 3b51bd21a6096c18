package dev.plimsoll.kubernetes.workload;

import dev.plimsoll.kubernetes.object.GroupVersionKind;
import dev.plimsoll.kubernetes.object.Workload;
import dev.plimsoll.kubernetes.object.WorkloadDetails;

/**
 * The effect that a changed pod template has on the pods that exist.
 *
 * <p>Sources: {@code ValidateJobUpdate} in {@code pkg/apis/batch/validation/validation.go}, {@code
 * getJobFromTemplate2} in {@code pkg/controller/cronjob/utils.go}, {@code syncDeployment} in {@code
 * pkg/controller/deployment/deployment_controller.go}, {@code syncDaemonSet} in {@code
 * pkg/controller/daemon/daemon_controller.go}, {@code ValidateUpdate} in {@code
 * sigs.k8s.io/jobset/pkg/webhooks/jobset_webhook.go} (replicated Jobs are immutable), {@code
 * reconcilePods} in {@code
 * github.com/ray-project/kuberay/ray-operator/controllers/ray/raycluster_controller.go} (compares
 * no templates by default), {@code ReconcilePods} in {@code
 * github.com/kubeflow/training-operator/pkg/controller.v1/common/pod.go}.
 */
public enum TemplateEffect {
  /** The API server takes no changed template, or the controller never reads it again. */
  Immutable,
  /** Existing pods stay as they are. The controller replaces a pod that is deleted. */
  KeepsPods,
  /** Jobs that exist keep their template. The Job of the next run has the changed template. */
  NextRun,
  /** The Deployment is paused. The controller replaces the pods once it is resumed. */
  Paused,
  /** The controller replaces the pods. */
  ReplacesPods,
  /** Plimsoll doesn't know the controller. */
  Unknown;

  /** Returns the effect for a workload. */
  public static TemplateEffect of(Workload workload) {
    if (workload.details() instanceof WorkloadDetails.Deployment deployment
        && deployment.paused()) {
      return Paused;
    }
    return workload.details() instanceof WorkloadDetails.DaemonSet set
            && set.rollingUpdate().isEmpty()
        ? KeepsPods
        : of(workload.type());
  }

  /**
   * Returns whether a StatefulSet creates a pod from its former template, because of the partition
   * of its rolling update.
   *
   * <p>Source: {@code newVersionedStatefulSetPod} in {@code
   * pkg/controller/statefulset/stateful_set_utils.go}.
   */
  public static boolean isBelowPartition(Workload workload, String pod) {
    return workload.details() instanceof WorkloadDetails.StatefulSet set
        && set.rollingUpdate().isPresent()
        && OrderedPods.ordinal(workload, pod) < set.firstOrdinal() + set.partition();
  }

  private static TemplateEffect of(GroupVersionKind type) {
    return switch (type.group() + "/" + type.kind()) {
      case "batch/Job", "jobset.x-k8s.io/JobSet", "ray.io/RayJob", "kubeflow.org/MPIJob" ->
          Immutable;
      case "apps/ReplicaSet", "/ReplicationController", "apps/StatefulSet", "ray.io/RayCluster" ->
          KeepsPods;
      case "batch/CronJob" -> NextRun;
      case "apps/Deployment",
          "apps/DaemonSet",
          "leaderworkerset.x-k8s.io/LeaderWorkerSet",
          "ray.io/RayService" ->
          ReplacesPods;
      default ->
          type.group().equals("kubeflow.org") && type.kind().endsWith("Job") ? KeepsPods : Unknown;
    };
  }
}
