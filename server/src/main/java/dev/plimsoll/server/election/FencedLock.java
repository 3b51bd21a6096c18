package dev.plimsoll.server.election;

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

  private final Lock lock;
  private final long deadlineNanos;
  private final LongSupplier nanoTime;
  private final LeaseLog log;
  private volatile Optional<Long> renewed = Optional.empty();
  private volatile boolean isRead;
  private volatile long terms;

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
    return written(lock.create(mine), mine, sent);
  }

  @Override
  public boolean update(LeaderElectionRecord changed) {
    long sent = nanoTime.getAsLong();
    if (!isMine(changed)) {
      renewed = Optional.empty();
    }
    return written(lock.update(changed), changed, sent);
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
