package dev.plimsoll.model.check;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.GroupResource;
import dev.plimsoll.kubernetes.object.GroupVersionKind;
import dev.plimsoll.kubernetes.object.ObjectMeta;
import dev.plimsoll.kubernetes.object.OwnerReference;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.Workload;
import dev.plimsoll.kubernetes.object.WorkloadDetails;
import dev.plimsoll.kubernetes.object.WorkloadDetails.RollingUpdate;
import dev.plimsoll.kubernetes.workload.PodTemplateOwner;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Replaces the pods of a changed template. A Deployment creates as many new pods as its surge
 * allows before it deletes old pods; {@code Recreate} deletes first, and so do StatefulSets, some
 * at a time ({@link OrdinalRollout}). Old pods are taken to be available.
 *
 * <p>Sources: {@code reconcileNewReplicaSet} and {@code reconcileOldReplicaSets} in {@code
 * pkg/controller/deployment/rolling.go}; {@code ActivePodsWithRanks} in {@code
 * pkg/controller/controller_utils.go}.
 *
 * @param owner what creates the new pods
 * @param created the new pods, in the order of their creation
 * @param old the pods of older templates
 * @param update how pods are replaced; absent if all old pods go first
 */
record Rollout(
    PodTemplateOwner owner, List<Pod> created, List<Pod> old, Optional<RollingUpdate> update) {
  private static final GroupVersionKind REPLICA_SET = GroupVersionKind.of("apps/v1", "ReplicaSet");

  Rollout {
    created = List.copyOf(created);
    old = List.copyOf(old);
  }

  /** Returns the ReplicaSet that the controller creates for the new template of a Deployment. */
  static Workload newReplicaSet(Cluster cluster, Workload deployment) {
    long newest =
        cluster.list(Workload.class, deployment.namespace()).stream()
            .filter(w -> isOf(w, deployment))
            .map(Workload::details)
            .filter(WorkloadDetails.ReplicaSet.class::isInstance)
            .map(WorkloadDetails.ReplicaSet.class::cast)
            .mapToLong(s -> s.revision().orElse(0))
            .max()
            .orElse(0);
    ObjectMeta metadata =
        ObjectMeta.builder()
            .namespace(deployment.namespace())
            .name(deployment.name() + "-…")
            .labels(deployment.templates().get(0).metadata().labels())
            .owners(
                List.of(
                    new OwnerReference(
                        deployment.type().apiVersion(),
                        deployment.type().kind(),
                        deployment.name(),
                        deployment.metadata().uid(),
                        true)))
            .build();
    return new Workload(
        metadata,
        REPLICA_SET,
        new GroupResource("apps", "replicasets"),
        deployment.templates(),
        List.of(),
        false,
        false,
        Optional.empty(),
        new WorkloadDetails.ReplicaSet(0, OptionalLong.of(newest + 1)));
  }

  /** Returns whether a workload is controlled by another. */
  static boolean isOf(Workload child, Workload parent) {
    return child
        .metadata()
        .controller()
        .filter(o -> o.kind().equals(parent.type().kind()) && o.name().equals(parent.name()))
        .isPresent();
  }

  /**
   * Returns the roll-out with the old pods in this order and in the reverse. Equally old pods of a
   * Deployment go in the order of their UIDs, which says nothing.
   */
  List<Rollout> orders() {
    if (update.isEmpty() || old.size() < 2) {
      return List.of(this);
    }
    List<Pod> reversed = new ArrayList<>(old);
    Collections.reverse(reversed);
    return List.of(this, new Rollout(owner, created, reversed, update));
  }

  /** Runs the rollout; the attempts are those of the new pods, the failed ones at the end. */
  List<PodAttempt> run(PodCreation creation) {
    if (owner.workload().details() instanceof WorkloadDetails.StatefulSet set) {
      return new OrdinalRollout(set, created, old).run(creation);
    }
    int wanted = created.size();
    if (update.isEmpty()) {
      creation.delete(old);
      return creation.create(created, owner.isOrdered());
    }
    int surge = update.get().surgeOf(wanted);
    int unavailable = update.get().unavailableOf(wanted);
    List<Pod> left = new ArrayList<>(old);
    left.sort(Comparator.comparing(Pod::isBound));
    List<Pod> next = new ArrayList<>(created);
    List<PodAttempt> made = new ArrayList<>();
    List<PodAttempt> failed = List.of();
    boolean moves = true;
    while (moves) {
      int more = Math.min(next.size(), wanted + surge - left.size() - made.size());
      List<PodAttempt> attempts =
          more > 0 && failed.stream().noneMatch(a -> !a.isDenied())
              ? creation.create(List.copyOf(next.subList(0, more)), false)
              : List.of();
      List<PodAttempt> running = attempts.stream().filter(PodAttempt::runs).toList();
      failed = attempts.isEmpty() ? failed : attempts.stream().filter(a -> !a.runs()).toList();
      next.subList(0, running.size()).clear();
      made.addAll(running);
      int going =
          Math.max(0, Math.min(left.size(), left.size() + made.size() - (wanted - unavailable)));
      creation.delete(List.copyOf(left.subList(0, going)));
      left.subList(0, going).clear();
      moves = !next.isEmpty() && (going > 0 || !running.isEmpty());
      if (going > 0 && !failed.isEmpty()) {
        failed = retried(creation, failed, next);
      }
    }
    made.addAll(failed);
    return made;
  }

  /** Pods that exist without a node are gone again: the next round creates them. */
  private static List<PodAttempt> retried(
      PodCreation creation, List<PodAttempt> failed, List<Pod> next) {
    creation.delete(
        failed.stream()
            .filter(a -> !a.isDenied() && !next.isEmpty())
            .map(a -> a.attempt().pod())
            .toList());
    return List.of();
  }
}
