package dev.plimsoll.server.election;

import dev.plimsoll.kube.live.Connection;
import dev.plimsoll.kube.live.UnreachableException;
import dev.plimsoll.kube.periodic.PeriodicTask;
import dev.plimsoll.kube.periodic.RunInterval;
import dev.plimsoll.kube.periodic.TaskStatus;
import io.kubernetes.client.extended.leaderelection.LeaderElectionConfig;
import io.kubernetes.client.extended.leaderelection.LeaderElector;
import io.kubernetes.client.extended.leaderelection.Lock;
import io.kubernetes.client.extended.leaderelection.resourcelock.LeaseLock;
import java.util.OptionalLong;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/**
 * Elects one of several replicas by a Lease, with client-java's {@link LeaderElector}. That ends
 * when it loses the Lease, so it is begun again; its hooks tell late or never who leads, so that
 * goes by what was last written to the Lease ({@link FencedLock}). Closing gives the Lease back.
 *
 * <p>What a leader writes is safe to be written twice: an interrupted leader may still be writing
 * one object when the next one begins.
 */
public final class LeaderElection implements AutoCloseable {
  private static final System.Logger LOG = System.getLogger(LeaderElection.class.getName());
  private static final long RELEASE_SECONDS = 5;

  private final LeaseLog log = new LeaseLog(LOG);
  private final FencedLock lock;
  private final LeaderElectionConfig config;
  private final ExecutorService thread;
  private final PeriodicTask task;
  private volatile boolean isClosed;

  LeaderElection(LeaderElectionSettings settings, Lock lease) {
    this.lock = new FencedLock(lease, settings.renewDeadline(), System::nanoTime, log);
    this.config =
        new LeaderElectionConfig(
            lock, settings.leaseDuration(), settings.renewDeadline(), settings.retryPeriod());
    this.thread =
        Executors.newSingleThreadExecutor(
            run -> {
              Thread made = new Thread(run, "plimsoll-leader-election");
              made.setDaemon(true);
              return made;
            });
    RunInterval interval = RunInterval.every(settings.retryPeriod()).lasting();
    this.task = PeriodicTask.start("leader-election", interval, this::campaign, thread);
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
            settings.resourceNamespace(), settings.resourceName(), identity, connection.client()));
  }

  /** Stands for election, and leads until the Lease is lost or the thread interrupted. */
  private void campaign() throws InterruptedException {
    LeaderElector elector =
        new LeaderElector(config, problem -> log.failed(lock.describe(), problem));
    boolean isInterrupted;
    try {
      elector.run(() -> {}, () -> {});
    } finally {
      isInterrupted = Thread.interrupted();
      elector.close();
    }
    if (isClosed) {
      lock.release();
    } else if (!isInterrupted) {
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

  @Override
  public void close() {
    isClosed = true;
    task.close();
    try {
      if (!thread.awaitTermination(RELEASE_SECONDS, TimeUnit.SECONDS)) {
        log.unreleased(
            lock.describe(), "the API server hasn't answered for " + RELEASE_SECONDS + " seconds");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
