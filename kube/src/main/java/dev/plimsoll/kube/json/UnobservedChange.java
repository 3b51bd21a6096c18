package dev.plimsoll.kube.json;

import dev.plimsoll.kubernetes.object.GroupVersionKind;
import dev.plimsoll.kubernetes.object.ObjectMeta;
import java.time.Instant;
import java.util.Optional;

/**
 * A change of a workload that its controller has not observed. The controllers of built-in kinds
 * record the generation that they observed last. The Job controller records a start instead.
 *
 * <p>Sources: {@code calculateStatus} in {@code pkg/controller/deployment/sync.go}; {@code
 * updateReplicaSetStatus} in {@code pkg/controller/replicaset/replica_set_utils.go}; {@code
 * updateStatefulSet} in {@code pkg/controller/statefulset/stateful_set_control.go}; {@code
 * storeDaemonSetStatus} in {@code pkg/controller/daemon/daemon_controller.go}; {@code syncJob} in
 * {@code pkg/controller/job/job_controller.go}.
 */
final class UnobservedChange {
  private UnobservedChange() {}

  /** Returns when the object was last changed, or a later time, if the change isn't observed. */
  static Optional<Instant> of(GroupVersionKind type, Fields object, ObjectMeta metadata) {
    long generation = object.object("metadata").wholeNumber("generation").orElse(0);
    if (generation == 0 || !object.has("status") || isObserved(type, object, generation)) {
      return Optional.empty();
    }
    return generation == 1
        ? metadata.creationTimestamp()
        : metadata.modified().filter(t -> areDated(object.object("metadata")));
  }

  /** {@code kubectl scale} leaves an entry without a time. */
  private static boolean areDated(Fields metadata) {
    return metadata.list("managedFields", e -> e.time("time").isPresent()).stream()
        .allMatch(isDated -> isDated);
  }

  private static boolean isObserved(GroupVersionKind type, Fields object, long generation) {
    Fields status = object.object("status");
    return switch (type.group() + "/" + type.kind()) {
      case "apps/Deployment",
          "apps/ReplicaSet",
          "apps/StatefulSet",
          "apps/DaemonSet",
          "/ReplicationController" ->
          status.wholeNumber("observedGeneration").orElse(0) >= generation;
      case "batch/Job" ->
          object.object("spec").bool("suspend") || status.time("startTime").isPresent();
      default -> true;
    };
  }
}
