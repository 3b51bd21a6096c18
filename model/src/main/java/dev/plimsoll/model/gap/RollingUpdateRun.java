package dev.plimsoll.model.gap;

import java.util.ArrayList;
import java.util.List;

/**
 * A simulated rolling update by the Deployment controller under a quota that allows no further pod.
 * A new pod is created only after an old pod is gone.
 *
 * <p>Sources: {@code reconcileNewReplicaSet}, {@code reconcileOldReplicaSets}, {@code
 * cleanupUnhealthyReplicas} and {@code scaleDownOldReplicaSetsForRollingUpdate} in {@code
 * pkg/controller/deployment/rolling.go}; {@code NewRSNewReplicas} in {@code
 * pkg/controller/deployment/util/deployment_util.go}.
 */
final class RollingUpdateRun {

  /**
   * A ReplicaSet.
   *
   * @param replicas how many pods it should have
   * @param pods how many it has
   * @param available how many of these are available
   */
  record Replicas(int replicas, int pods, int available) {
    Replicas {
      available = Math.min(available, pods);
    }

    /** Returns it with more pods, which are available. */
    Replicas withMore(int more) {
      return new Replicas(replicas, pods + more, available + more);
    }

    /** Returns it with fewer replicas; pods that aren't available go first. */
    private Replicas scaledTo(int fewer) {
      return new Replicas(fewer, Math.min(pods, fewer), Math.min(available, fewer));
    }
  }

  private final int desired;
  private final int surge;
  private final int least;
  private final int mostPods;
  private List<Replicas> old;
  private Replicas newest;

  private RollingUpdateRun(
      int desired, int surge, int unavailable, List<Replicas> old, Replicas newest) {
    this.desired = desired;
    this.surge = surge;
    this.least = desired - Math.min(unavailable, desired);
    this.old = List.copyOf(old);
    this.newest = newest;
    this.mostPods = pods(old) + newest.pods();
  }

  /** Returns whether no old pod goes, so that none of the new template can come. */
  static boolean isStuck(
      int desired, int surge, int unavailable, List<Replicas> old, Replicas newest) {
    RollingUpdateRun run = new RollingUpdateRun(desired, surge, unavailable, old, newest);
    while (run.step()) {
      if (pods(run.old) < pods(old)) {
        return false;
      }
    }
    return true;
  }

  /** Returns whether all old pods go in the end, if each new pod becomes available. */
  static boolean isCompleted(
      int desired, int surge, int unavailable, List<Replicas> old, Replicas newest) {
    RollingUpdateRun run = new RollingUpdateRun(desired, surge, unavailable, old, newest);
    while (run.step()) {
      run.create();
    }
    return pods(run.old) == 0;
  }

  private static int pods(List<Replicas> sets) {
    return sets.stream().mapToInt(Replicas::pods).sum();
  }

  private static int replicas(List<Replicas> sets) {
    return sets.stream().mapToInt(Replicas::replicas).sum();
  }

  /** Returns whether the controller changes anything. */
  private boolean step() {
    int all = replicas(old) + newest.replicas();
    int more = Math.min(desired + surge - all, desired - newest.replicas());
    if (more > 0) {
      newest = new Replicas(newest.replicas() + more, newest.pods(), newest.available());
      return true;
    }
    int removable = all - least - (newest.replicas() - newest.available());
    if (removable <= 0) {
      return false;
    }
    int available = old.stream().mapToInt(Replicas::available).sum() + newest.available();
    List<Replicas> fewer = removed(cleaned(removable), Math.max(0, available - least));
    boolean changes = replicas(fewer) < replicas(old);
    old = fewer;
    return changes;
  }

  /** Takes away replicas that aren't available, whether they have pods or not. */
  private List<Replicas> cleaned(int most) {
    List<Replicas> cleaned = new ArrayList<>();
    int left = most;
    for (Replicas set : old) {
      int gone = Math.min(left, set.replicas() - set.available());
      cleaned.add(set.scaledTo(set.replicas() - gone));
      left -= gone;
    }
    return cleaned;
  }

  private static List<Replicas> removed(List<Replicas> sets, int most) {
    List<Replicas> removed = new ArrayList<>();
    int left = most;
    for (Replicas set : sets) {
      int gone = Math.min(left, set.replicas());
      removed.add(set.scaledTo(set.replicas() - gone));
      left -= gone;
    }
    return removed;
  }

  private void create() {
    int free = mostPods - pods(old) - newest.pods();
    int created = Math.min(Math.max(0, free), newest.replicas() - newest.pods());
    newest = newest.withMore(created);
  }
}
