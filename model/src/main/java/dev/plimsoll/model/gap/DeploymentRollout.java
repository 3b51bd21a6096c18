package dev.plimsoll.model.gap;

import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.Workload;
import dev.plimsoll.kubernetes.object.WorkloadDetails;
import dev.plimsoll.kubernetes.object.WorkloadDetails.RollingUpdate;
import dev.plimsoll.kubernetes.workload.PodTemplateOwner;
import dev.plimsoll.kubernetes.workload.WorkloadPods;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * A rolling update of a Deployment that still has pods of older templates.
 *
 * <p>Source: {@code reconcileOldReplicaSets} in {@code pkg/controller/deployment/rolling.go}.
 *
 * @param root the Deployment
 * @param update how pods are replaced
 * @param newest the ReplicaSet of the newest template
 * @param older the other ReplicaSets, the oldest first
 */
public record DeploymentRollout(
    Workload root, RollingUpdate update, PodTemplateOwner newest, List<PodTemplateOwner> older) {

  public DeploymentRollout {
    older = List.copyOf(older);
  }

  /** Returns the rolling update of a workload; empty if there is none, or if it is paused. */
  public static Optional<DeploymentRollout> of(DetectionContext context, WorkloadPods workload) {
    Optional<Workload> root = context.root(workload);
    if (root.isEmpty()
        || !(root.get().details() instanceof WorkloadDetails.Deployment deployment)
        || deployment.rollingUpdate().isEmpty()
        || deployment.paused()) {
      return Optional.empty();
    }
    List<PodTemplateOwner> sets =
        workload.templateOwners().stream()
            .filter(o -> o.workload().details() instanceof WorkloadDetails.ReplicaSet)
            .sorted(Comparator.comparingLong(DeploymentRollout::revision))
            .toList();
    if (sets.isEmpty()) {
      return Optional.empty();
    }
    int last = sets.size() - 1;
    DeploymentRollout rollout =
        new DeploymentRollout(
            root.get(), deployment.rollingUpdate().get(), sets.get(last), sets.subList(0, last));
    return rollout.oldPods().isEmpty() ? Optional.empty() : Optional.of(rollout);
  }

  /**
   * Returns the rolling update that waits for pods without a node. The pods are of the newest
   * template, and the controller deletes no old pod before they are available.
   */
  public static Optional<DeploymentRollout> waitingFor(
      DetectionContext context, UnschedulablePods pods) {
    return pods.stored().isEmpty()
        ? Optional.empty()
        : of(context, pods.workload())
            .filter(r -> r.newest().pods().containsAll(pods.stored()))
            .filter(
                r ->
                    RollingUpdateRun.isStuck(
                        r.desired(), r.surge(), r.unavailable(), r.oldSets(), r.newestSet()));
  }

  private static long revision(PodTemplateOwner owner) {
    return owner.workload().details() instanceof WorkloadDetails.ReplicaSet set
        ? set.revision().orElse(0)
        : 0;
  }

  /**
   * Returns the pods of older templates that aren't being deleted. Pods without a node come first:
   * the controller deletes these first.
   */
  public List<Pod> oldPods() {
    return older.stream()
        .flatMap(o -> o.pods().stream())
        .filter(p -> !p.isTerminating())
        .sorted(Comparator.comparing(Pod::isBound))
        .toList();
  }

  int desired() {
    return root.templates().get(0).replicas().orElse(0);
  }

  /** Returns how many pods there may be beyond the desired number. */
  public int surge() {
    return update.surgeOf(desired());
  }

  /** Returns how many of the desired pods may be missing. */
  public int unavailable() {
    return update.unavailableOf(desired());
  }

  List<RollingUpdateRun.Replicas> oldSets() {
    return older.stream().map(DeploymentRollout::replicas).toList();
  }

  RollingUpdateRun.Replicas newestSet() {
    return replicas(newest);
  }

  /** Returns whether an old pod goes before each new one, if one pod may be missing. */
  public boolean continuesWithoutSurge() {
    return !RollingUpdateRun.isStuck(desired(), 0, 1, oldSets(), newestSet());
  }

  /**
   * Returns the Deployment with a strategy that deletes an old pod before it creates a new one.
   *
   * @param missing how many pods may be missing
   */
  public Workload withoutSurge(int missing) {
    return root.withDetails(
        new WorkloadDetails.Deployment(
            false, Optional.of(new RollingUpdate("0", Integer.toString(missing)))));
  }

  private static RollingUpdateRun.Replicas replicas(PodTemplateOwner owner) {
    int pods = (int) owner.pods().stream().filter(p -> !p.isTerminating()).count();
    return new RollingUpdateRun.Replicas(
        owner.template().replicas().orElse(0), pods, available(owner));
  }

  private static int available(PodTemplateOwner owner) {
    return owner.workload().details() instanceof WorkloadDetails.ReplicaSet set
        ? set.availableReplicas()
        : 0;
  }
}
