package dev.plimsoll.model.whatif;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.GroupResource;
import dev.plimsoll.kubernetes.object.GroupVersionKind;
import dev.plimsoll.kubernetes.object.ObjectMeta;
import dev.plimsoll.kubernetes.object.OwnerReference;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.Workload;
import java.util.List;
import java.util.Optional;

/**
 * The object that a controller creates before pods: the first ReplicaSet of a Deployment, or the
 * next Job of a CronJob. A quota may count such objects.
 *
 * <p>Sources: {@code getNewReplicaSet} in {@code pkg/controller/deployment/sync.go}, {@code
 * syncCronJob} in {@code pkg/controller/cronjob/cronjob_controllerv2.go}.
 */
final class PodCreators {
  /** Stands for the suffix of a name that its controller has yet to generate. */
  private static final String NOT_YET_GENERATED = "-…";

  private PodCreators() {}

  /** Returns the object that must be created before a pod, if the snapshot lacks it. */
  static Optional<Workload> before(Cluster cluster, Pod pod) {
    return pod.metadata()
        .controller()
        .flatMap(owner -> madeBy(owner, pod.namespace()))
        .filter(made -> cluster.find(Workload.class, made.namespace(), made.identity()).isEmpty());
  }

  private static Optional<Workload> madeBy(OwnerReference owner, String namespace) {
    return switch (GroupVersionKind.of(owner.apiVersion(), owner.kind()).group()
        + "/"
        + owner.kind()) {
      case "apps/Deployment" ->
          Optional.of(made(owner, namespace, "apps/v1", "ReplicaSet", "replicasets"));
      case "batch/CronJob" -> Optional.of(made(owner, namespace, "batch/v1", "Job", "jobs"));
      default -> Optional.empty();
    };
  }

  /**
   * Returns the created object without a template and an owner, because the pods count as the
   * owner's.
   */
  private static Workload made(
      OwnerReference owner, String namespace, String apiVersion, String kind, String plural) {
    GroupVersionKind type = GroupVersionKind.of(apiVersion, kind);
    return new Workload(
        ObjectMeta.of(namespace, owner.name() + NOT_YET_GENERATED),
        type,
        new GroupResource(type.group(), plural),
        List.of(),
        List.of(),
        true);
  }
}
