package dev.plimsoll.server.election;

import dev.plimsoll.kube.live.Prerequisites;
import dev.plimsoll.kubernetes.object.GroupResource;
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

  private static final GroupResource LEASES = new GroupResource("coordination.k8s.io", "leases");
  private static final Duration RETRY_PERIOD = Duration.ofMillis(200);

  /** No election; with one, kube-scheduler's 15 seconds. */
  public static final LeaderElectionSettings DEFAULT =
      new LeaderElectionSettings(false, "plimsoll", "plimsoll-extender", Duration.ofSeconds(15));

  /** Requires the right to the Lease, where replicas elect a leader. */
  public Prerequisites require(Prerequisites prerequisites) {
    return leaderElect
        ? prerequisites.may("update", LEASES, resourceNamespace, resourceName)
        : prerequisites;
  }

  /** Returns for how long a leader may act on its last renewal: two thirds, as kube-scheduler. */
  Duration renewDeadline() {
    return leaseDuration.multipliedBy(2).dividedBy(3);
  }

  /** Returns how long the API server may take to answer: half of the deadline, as client-go. */
  Duration callTimeout() {
    return renewDeadline().dividedBy(2);
  }

  /**
   * Returns the pause between looks at the Lease. So a Lease that was released or has expired is
   * taken within a second. The holder looks only when a renewal is due.
   */
  Duration retryPeriod() {
    return RETRY_PERIOD;
  }
}
