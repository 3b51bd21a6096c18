package dev.plimsoll.server.election;

import java.time.Duration;

/**
 * How replicas elect their leader, named as in kube-scheduler's configuration.
 *
 * @param leaderElect whether they do; if not, each does everything
 * @param resourceNamespace the Lease's namespace
 * @param resourceName the Lease's name
 * @param leaseDuration how long a Lease that isn't renewed is respected; whole seconds
 */
public record LeaderElectionSettings(
    boolean leaderElect, String resourceNamespace, String resourceName, Duration leaseDuration) {

  /** No election; with one, kube-scheduler's 15 seconds. */
  public static final LeaderElectionSettings DEFAULT =
      new LeaderElectionSettings(false, "plimsoll", "plimsoll-extender", Duration.ofSeconds(15));

  /** Returns for how long a leader may act on its last renewal: two thirds, as kube-scheduler. */
  Duration renewDeadline() {
    return leaseDuration.multipliedBy(2).dividedBy(3);
  }

  /** Returns the pause between attempts: two fifteenths, as kube-scheduler. */
  Duration retryPeriod() {
    return leaseDuration.multipliedBy(2).dividedBy(15);
  }
}
