package dev.plimsoll.kube.json;

import dev.plimsoll.kubernetes.object.GroupVersionKind;
import java.util.OptionalInt;

/**
 * How many pods of a template a custom resource wants, for the kinds whose number is a product or a
 * rule.
 *
 * <p>Sources: {@code podsCount} in {@code
 * sigs.k8s.io/kueue/pkg/controller/jobs/jobset/jobset_controller.go}, {@code
 * sigs.k8s.io/lws/pkg/controllers/leaderworkerset_controller.go}, {@code
 * GetWorkerGroupDesiredReplicas} in {@code
 * github.com/ray-project/kuberay/ray-operator/controllers/ray/utils/util.go}.
 */
final class CustomCounts {
  private static final String JOB_SET = "jobset.x-k8s.io";
  private static final String LEADER_WORKER_SET = "leaderworkerset.x-k8s.io";
  private static final String RAY = "ray.io";

  private CustomCounts() {}

  /**
   * Returns the number of pods of a template; absent if nothing says it.
   *
   * @param template the template
   * @param parent the object that contains the template
   */
  static OptionalInt of(GroupVersionKind type, Fields object, Fields template, Fields parent) {
    return switch (type.group()) {
      case JOB_SET -> ofReplicatedJob(parent);
      case LEADER_WORKER_SET -> ofGroups(object.object("spec"), template, parent);
      case RAY -> ofRayGroup(parent);
      default -> parent.integer("replicas");
    };
  }

  /** Each replica is a Job. */
  private static OptionalInt ofReplicatedJob(Fields job) {
    int replicas =
        job.parent()
            .flatMap(Fields::parent)
            .map(replicated -> replicated.integer("replicas").orElse(1))
            .orElse(1);
    return product(replicas, JobCompletions.active(job));
  }

  /** Each replica is a leader with workers. Without a leader template, all are workers. */
  private static OptionalInt ofGroups(Fields spec, Fields template, Fields group) {
    int replicas = spec.integer("replicas").orElse(1);
    if (template.path().endsWith(".leaderTemplate")) {
      return OptionalInt.of(replicas);
    }
    int leaders = group.has("leaderTemplate") ? 1 : 0;
    return product(replicas, group.integer("size").orElse(1) - leaders);
  }

  /** The other templates make one pod: the head, or the pod that submits the job. */
  private static OptionalInt ofRayGroup(Fields group) {
    if (!group.path().contains("workerGroupSpecs[")) {
      return OptionalInt.of(1);
    }
    if (group.bool("suspend")) {
      return OptionalInt.of(0);
    }
    int least = group.integer("minReplicas").orElse(0);
    int most = group.integer("maxReplicas").orElse(Integer.MAX_VALUE);
    int replicas = group.integer("replicas").orElse(least);
    int within = replicas < least ? least : Math.min(replicas, most);
    return product(within, group.integer("numOfHosts").orElse(1));
  }

  private static OptionalInt product(int replicas, int each) {
    long pods = Math.max(0L, replicas) * Math.max(0, each);
    return OptionalInt.of((int) Math.min(Integer.MAX_VALUE, pods));
  }
}
