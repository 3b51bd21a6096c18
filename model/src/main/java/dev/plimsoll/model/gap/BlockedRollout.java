package dev.plimsoll.model.gap;

import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.Workload;
import dev.plimsoll.kubernetes.object.WorkloadDetails;
import dev.plimsoll.kubernetes.object.WorkloadDetails.RollingUpdate;
import dev.plimsoll.kubernetes.workload.PodTemplateOwner;
import dev.plimsoll.kubernetes.workload.WorkloadPods;
import dev.plimsoll.model.whatif.SimulationRun;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.IntStream;

/**
 * A rollout that can't continue: a quota denies the new pods that it must create before it may
 * delete old pods.
 *
 * <p>Sources: {@code reconcileOldReplicaSets} in {@code pkg/controller/deployment/rolling.go},
 * {@code rollingUpdate} in {@code pkg/controller/daemon/update.go}.
 *
 * @param root what is rolled out
 * @param denial the denial of its new pods
 * @param oldPods its pods of older templates
 * @param newPods how many it has of the new one
 * @param surge how many pods there may be beyond those that it should have
 * @param unavailable how many of those that it should have may be missing
 * @param withoutSurge how many may have to be missing so that it completes without a surge; absent
 *     if it doesn't anyway
 */
public record BlockedRollout(
    Workload root,
    WorkloadDenial denial,
    List<Pod> oldPods,
    int newPods,
    int surge,
    int unavailable,
    OptionalInt withoutSurge) {
  private static final String REVISION = "controller-revision-hash";

  public BlockedRollout {
    oldPods = List.copyOf(oldPods);
  }

  /** Returns the rollout that a denial blocks, if it blocks one. */
  public static Optional<BlockedRollout> of(DetectionContext context, WorkloadDenial denial) {
    return denial.report().exceededQuota().isEmpty()
        ? Optional.empty()
        : DeploymentRollout.of(context, denial.workload())
            .filter(r -> r.newest().workload().equals(denial.owner().workload()))
            .flatMap(r -> of(r, denial));
  }

  private static Optional<BlockedRollout> of(DeploymentRollout rollout, WorkloadDenial denial) {
    int desired = rollout.desired();
    RollingUpdateRun.Replicas newest = rollout.newestSet().withMore(denial.admittedPods());
    return RollingUpdateRun.isStuck(
            desired, rollout.surge(), rollout.unavailable(), rollout.oldSets(), newest)
        ? Optional.of(
            new BlockedRollout(
                rollout.root(),
                denial,
                rollout.oldPods(),
                denial.owner().pods().size(),
                rollout.surge(),
                rollout.unavailable(),
                unavailableWithoutSurge(desired, rollout.oldSets(), newest)))
        : Optional.empty();
  }

  /** Returns the fewest that may be missing so that the rollout completes without a surge. */
  private static OptionalInt unavailableWithoutSurge(
      int desired, List<RollingUpdateRun.Replicas> old, RollingUpdateRun.Replicas newest) {
    return IntStream.rangeClosed(1, desired)
        .filter(u -> RollingUpdateRun.isCompleted(desired, 0, u, old, newest))
        .findFirst();
  }

  /** Returns the rollout of a DaemonSet that a quota blocks, if one does. */
  public static Optional<BlockedRollout> ofDaemonSet(
      DetectionContext context, WorkloadPods workload) {
    Optional<Workload> root = context.root(workload);
    if (root.isEmpty()
        || !(root.get().details() instanceof WorkloadDetails.DaemonSet set)
        || set.rollingUpdate().isEmpty()
        || workload.templateOwners().size() != 1) {
      return Optional.empty();
    }
    PodTemplateOwner owner = workload.templateOwners().get(0);
    int desired = set.desired().orElse(0);
    int surge = set.rollingUpdate().get().surgeOf(desired);
    int outdated = Math.min(desired - set.updated(), owner.pods().size());
    if (surge == 0
        || outdated <= 0
        || owner.missing() > 0
        || !context.knows(owner.requirements())) {
      return Optional.empty();
    }
    PodTemplateOwner surging = owner.withMissing(Math.min(surge, outdated));
    SimulationRun run = SimulationRun.create(context.simulation(), surging);
    List<Pod> old =
        owner.pods().stream()
            .filter(p -> !p.isTerminating())
            .sorted(Comparator.comparing(BlockedRollout::created).thenComparing(Pod::name))
            .limit(outdated)
            .toList();
    return run.firstDenied()
        .filter(a -> a.unread().isEmpty())
        .filter(a -> a.admission().flatMap(r -> r.exceededQuota()).isPresent())
        .filter(a -> run.admitted() == 0)
        .map(
            denied ->
                new BlockedRollout(
                    root.get(),
                    new WorkloadDenial(workload, surging, denied, surging.missing()),
                    old,
                    set.updated(),
                    surge,
                    0,
                    OptionalInt.of(1)));
  }

  private static String created(Pod pod) {
    return pod.metadata().creationTimestamp().map(Object::toString).orElse("")
        + pod.metadata().labels().getOrDefault(REVISION, "");
  }

  /**
   * Returns the workload with a strategy that deletes an old pod before it creates a new one.
   *
   * @param missing how many pods may be missing
   */
  public Workload withoutSurge(int missing) {
    RollingUpdate oldFirst = new RollingUpdate("0", Integer.toString(missing));
    return root.details() instanceof WorkloadDetails.DaemonSet set
        ? root.withDetails(
            new WorkloadDetails.DaemonSet(set.desired(), set.updated(), Optional.of(oldFirst)))
        : root.withDetails(new WorkloadDetails.Deployment(false, Optional.of(oldFirst)));
  }
}
