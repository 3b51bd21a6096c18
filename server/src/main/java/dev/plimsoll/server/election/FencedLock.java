package dev.plimsoll.server.election;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.kubernetes.client.extended.leaderelection.LeaderElectionRecord;
import io.kubernetes.client.extended.leaderelection.Lock;
import io.kubernetes.client.openapi.ApiException;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.LongSupplier;

/**
 * A lock that knows until when its holder may act as one: for so long after the last renewal was
 * sent that no other replica can have taken over yet, whatever the elector has noticed by then.
 */
final class FencedLock implements Lock {
  private static final int NOT_FOUND = 404;

  /** How often the holder writes until its deadline. The elector asks more often than that. */
  private static final int RENEWALS = 10;

  private static final int RELEASES = 8;
  private static final Duration BETWEEN_RELEASES = Duration.ofMillis(50);

  private final Lock lock;
  private final long deadlineNanos;
  private final LongSupplier nanoTime;
  private final LeaseLog log;
  private volatile Optional<Long> renewed = Optional.empty();
  private volatile boolean isRead;
  private volatile long terms;

  /** Held while something is written, so that no renewal follows a release. */
  private final Object writing = new Object();

  @GuardedBy("writing")
  private boolean isReleased;

  FencedLock(Lock lock, Duration deadline, LongSupplier nanoTime, LeaseLog log) {
    this.log = log;
    this.lock = lock;
    this.deadlineNanos = deadline.toNanos();
    this.nanoTime = nanoTime;
  }

  /** Returns whether it is held; any thread may ask. */
  boolean isHeld() {
    return renewed.filter(at -> nanoTime.getAsLong() - at < deadlineNanos).isPresent();
  }

  /**
   * Returns in which term it is held, from 1; empty if it isn't. Between two terms another may have
   * held it. Any thread may ask.
   */
  OptionalLong term() {
    long term = terms;
    return isHeld() ? OptionalLong.of(term) : OptionalLong.empty();
  }

  /** Returns whether the API server has said who holds it; any thread may ask. */
  boolean isRead() {
    return isRead;
  }

  /** Returns in how many terms it has been held. */
  long terms() {
    return terms;
  }

  @Override
  public LeaderElectionRecord get() throws ApiException {
    try {
      LeaderElectionRecord now = lock.get();
      isRead = true;
      if (!isMine(now)) {
        renewed = Optional.empty();
        log.isOthers(describe());
      }
      return now;
    } catch (ApiException e) {
      if (e.getCode() == NOT_FOUND) {
        isRead = true;
      } else {
        log.failed(describe(), e);
      }
      throw e;
    }
  }

  @Override
  public boolean create(LeaderElectionRecord mine) {
    long sent = nanoTime.getAsLong();
    synchronized (writing) {
      return !isReleased && written(lock.create(mine), mine, sent);
    }
  }

  @Override
  public boolean update(LeaderElectionRecord changed) {
    long sent = nanoTime.getAsLong();
    if (!isMine(changed)) {
      renewed = Optional.empty();
    } else if (renewed.filter(at -> sent - at < deadlineNanos / RENEWALS).isPresent()) {
      return true;
    }
    synchronized (writing) {
      return !(isReleased && isMine(changed)) && written(lock.update(changed), changed, sent);
    }
  }

  /**
   * Gives the lease back for good, unless it is another's. A renewal that was sent before may be
   * stored meanwhile, so it is read, compared and written until one of these holds, a few times.
   */
  void release() throws InterruptedException {
    synchronized (writing) {
      isReleased = true;
      renewed = Optional.empty();
      String problem = releaseOnce();
      for (int i = 1; i < RELEASES && !problem.isEmpty(); i++) {
        writing.wait(BETWEEN_RELEASES.toMillis());
        problem = releaseOnce();
      }
      if (!problem.isEmpty()) {
        log.unreleased(describe(), problem);
      }
    }
  }

  /** Returns the error; empty if this replica no longer holds the lease. */
  private String releaseOnce() {
    try {
      LeaderElectionRecord stored = lock.get();
      if (!isMine(stored)) {
        return "";
      }
      LeaderElectionRecord released = new LeaderElectionRecord();
      released.setLeaderTransitions(stored.getLeaderTransitions());
      released.setLeaseDurationSeconds(stored.getLeaseDurationSeconds());
      return lock.update(released) ? "" : "it could not be written";
    } catch (ApiException e) {
      return e.getCode() == NOT_FOUND ? "" : LeaseLog.problem(e);
    }
  }

  private synchronized boolean written(boolean isWritten, LeaderElectionRecord changed, long sent) {
    if (isWritten) {
      if (isMine(changed) && !isHeld()) {
        terms++;
      }
      renewed = isMine(changed) ? Optional.of(sent) : Optional.empty();
      log.written(describe());
    } else {
      log.unwritten(describe());
    }
    return isWritten;
  }

  private boolean isMine(LeaderElectionRecord some) {
    return identity().equals(some.getHolderIdentity());
  }

  @Override
  public String identity() {
    return lock.identity();
  }

  @Override
  public String describe() {
    return lock.describe();
  }
}
