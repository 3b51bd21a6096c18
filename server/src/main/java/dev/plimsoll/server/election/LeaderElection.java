package dev.plimsoll.server.election;

import dev.plimsoll.kube.live.Connection;
import dev.plimsoll.kube.live.UnreachableException;
import dev.plimsoll.kube.periodic.PeriodicTask;
import dev.plimsoll.kube.periodic.RunInterval;
import dev.plimsoll.kube.periodic.TaskStatus;
import io.kubernetes.client.extended.leaderelection.Lock;
import io.kubernetes.client.extended.leaderelection.resourcelock.LeaseLock;
import java.time.Duration;
import java.util.OptionalLong;

/**
 * Elects one of several replicas by a Lease. The Lease is client-java's, and so are its records.
 * client-java's {@code LeaderElector} is not used: its pause between two looks at the Lease is also
 * the time limit of each look. Replicas that look often could then never lead on a slow API server.
 *
 * <p>What a leader writes is safe to be written twice: an interrupted leader may still be writing
 * one object when the next one begins.
 */
public final class LeaderElection implements AutoCloseable {
  private static final System.Logger LOG = System.getLogger(LeaderElection.class.getName());
  private static final Duration RELEASE = Duration.ofSeconds(5);

  private final LeaseLog log = new LeaseLog(LOG);
  private final FencedLock lock;
  private final PeriodicTask task;

  LeaderElection(LeaderElectionSettings settings, Lock lease) {
    this.lock = new FencedLock(lease, settings, System::nanoTime, log);
    RunInterval interval = RunInterval.every(settings.retryPeriod()).after(Duration.ZERO);
    this.task = PeriodicTask.start("leader-election", interval, this::attempt);
  }

  /**
   * Begins to stand for election.
   *
   * @param identity what to call this replica in the Lease
   */
  public static LeaderElection start(
      LeaderElectionSettings settings, Connection connection, String identity) {
    return new LeaderElection(
        settings,
        new LeaseLock(
            settings.resourceNamespace(),
            settings.resourceName(),
            identity,
            connection.client(settings.callTimeout())));
  }

  private void attempt() {
    if (lock.attempt()) {
      throw new UnreachableException(
          "lost the lease " + lock.describe() + " after term " + lock.terms());
    }
  }

  /** Returns whether this replica leads; any thread may ask at any time. */
  public boolean isLeader() {
    return lock.isHeld();
  }

  /**
   * Returns in which of its terms this replica leads, from 1; empty if it doesn't lead. Between two
   * terms another may have led. Any thread may ask at any time.
   */
  public OptionalLong term() {
    return lock.term();
  }

  /** Returns whether the API server has said who leads; any thread may ask at any time. */
  public boolean isRead() {
    return lock.isRead();
  }

  /** Returns how often the Lease was lost. */
  public TaskStatus status() {
    return task.status();
  }

  /** Releases the Lease. An API server that doesn't answer can delay that for five seconds. */
  @Override
  public void close() {
    log.close();
    task.close();
    Thread release = new Thread(this::release, "plimsoll-lease-release");
    release.setDaemon(true);
    release.start();
    try {
      release.join(RELEASE.toMillis());
      if (release.isAlive()) {
        log.unreleased(
            lock.describe(),
            "the API server hasn't answered for " + RELEASE.toSeconds() + " seconds");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void release() {
    try {
      lock.release();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
