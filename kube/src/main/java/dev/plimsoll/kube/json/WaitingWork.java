package dev.plimsoll.kube.json;

import dev.plimsoll.kubernetes.object.Condition;
import dev.plimsoll.kubernetes.object.GroupVersionKind;
import java.util.List;
import java.util.Set;

/**
 * Decides which workloads wait to be started. A workload waits if a queue hasn't admitted it, if it
 * is suspended, or if its operator hasn't begun with it.
 *
 * <p>Sources: {@code sigs.k8s.io/kueue/apis/kueue/v1beta1/workload_types.go}, {@code
 * volcano.sh/apis/pkg/apis/batch/v1alpha1/job.go}, {@code
 * github.com/kubeflow/mpi-operator/pkg/apis/kubeflow/v2beta1/types.go}, {@code
 * github.com/argoproj/argo-workflows/pkg/apis/workflow/v1alpha1/workflow_types.go}.
 */
final class WaitingWork {
  static final String KUEUE = "kueue.x-k8s.io";
  static final String VOLCANO = "batch.volcano.sh";
  static final String KUBEFLOW = "kubeflow.org";
  static final String ARGO = "argoproj.io";

  private static final Set<String> NOT_STARTED = Set.of("", "Pending");

  private WaitingWork() {}

  static boolean isWaiting(GroupVersionKind type, Fields object, List<Condition> conditions) {
    if (object.object("metadata").has("deletionTimestamp")) {
      return false;
    }
    Fields spec = object.object("spec");
    Fields status = object.object("status");
    return switch (type.group() + "/" + type.kind()) {
      case KUEUE + "/Workload" ->
          !isSuspended(type, spec)
              && !isAnyTrue(conditions, "QuotaReserved", "Admitted", "Finished");
      case "batch/Job" ->
          isSuspended(type, spec) && !WorkloadReader.isFinished(type.kind(), conditions);
      case VOLCANO + "/Job" -> NOT_STARTED.contains(status.object("state").string("phase"));
      case KUBEFLOW + "/MPIJob" -> !WorkloadReader.isFinished(type.kind(), conditions);
      case ARGO + "/Workflow" ->
          !spec.has("shutdown")
              && (NOT_STARTED.contains(status.string("phase"))
                  || (status.string("phase").equals("Running") && isSuspended(type, spec)));
      default -> false;
    };
  }

  /** Returns whether its spec says that it creates no pods now. */
  static boolean isSuspended(GroupVersionKind type, Fields spec) {
    return switch (type.group()) {
      case KUEUE -> !spec.optionalBool("active").orElse(true);
      case KUBEFLOW -> spec.object("runPolicy").bool("suspend");
      default -> spec.bool("suspend");
    };
  }

  private static boolean isAnyTrue(List<Condition> conditions, String... types) {
    return conditions.stream()
        .anyMatch(c -> c.status().equals("True") && Set.of(types).contains(c.type()));
  }

  /**
   * Returns the number of a pod set's pods that Kueue must admit, without pods that the job
   * reported as reclaimable.
   *
   * <p>Source: {@code podSetsCountsAfterReclaim} in {@code
   * sigs.k8s.io/kueue/pkg/workload/workload.go}.
   */
  static int count(Fields podSet, Fields status) {
    String name = podSet.optionalString("name").orElse("main");
    int reclaimable =
        status.list("reclaimablePods", r -> r).stream()
            .filter(r -> r.string("name").equals(name))
            .mapToInt(r -> r.integer("count").orElse(0))
            .findFirst()
            .orElse(0);
    return Math.max(0, podSet.integer("count").orElse(1) - reclaimable);
  }
}
