package dev.plimsoll.server.election;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.kubernetes.client.extended.leaderelection.LeaderElectionRecord;
import io.kubernetes.client.extended.leaderelection.Lock;
import io.kubernetes.client.openapi.ApiException;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.LongSupplier;

/**
 * The Lease as one replica sees it, by the rules of client-go's {@code
 * staging/src/k8s.io/client-go/tools/leaderelection/leaderelection.go}. The holder may act until a
 * deadline that counts from the moment when its last renewal was sent. No other replica takes the
 * Lease before that deadline, regardless of the holder's state.
 */
final class FencedLock {
  private static final int NOT_FOUND = 404;

  /** How often the holder writes until its deadline. */
  private static final int RENEWALS = 10;

  private static final int RELEASES = 8;
  private static final Duration BETWEEN_RELEASES = Duration.ofMillis(50);

  private final Lock lock;
  private final Duration leaseDuration;
  private final long deadlineNanos;
  private final LongSupplier nanoTime;
  private final LeaseLog log;
  private volatile Optional<Holding> holding = Optional.empty();
  private volatile boolean isRead;
  private volatile long terms;

  /** The record last read of another holder's Lease. Only the thread that attempts uses it. */
  private Optional<Observed> observed = Optional.empty();

  /** In which term the lease is held, and when the last renewal was sent. */
  private record Holding(long term, long renewed) {}

  /** A record, and the time of the first read that gave this record. */
  private record Observed(LeaderElectionRecord stored, long since) {}

  /** Held while something is written, so that no renewal follows a release. */
  private final Object writing = new Object();

  @GuardedBy("writing")
  private boolean isReleased;

  FencedLock(Lock lock, LeaderElectionSettings settings, LongSupplier nanoTime, LeaseLog log) {
    this.lock = lock;
    this.leaseDuration = settings.leaseDuration();
    this.deadlineNanos = settings.renewDeadline().toNanos();
    this.nanoTime = nanoTime;
    this.log = log;
  }

  /** Returns whether it is held; any thread may ask. */
  boolean isHeld() {
    return term().isPresent();
  }

  /**
   * Returns in which term it is held, from 1; empty if it isn't. Between two terms another may have
   * held it. Any thread may ask.
   */
  OptionalLong term() {
    return holding.stream()
        .filter(h -> nanoTime.getAsLong() - h.renewed() < deadlineNanos)
        .mapToLong(Holding::term)
        .findFirst();
  }

  /** Returns whether the API server has said who holds it; any thread may ask. */
  boolean isRead() {
    return isRead;
  }

  /** Returns in how many terms it has been held. */
  long terms() {
    return terms;
  }

  /**
   * Reads the Lease, and writes the Lease where this replica may: to take what is free or expired,
   * and to renew what it holds. A holder whose renewal isn't due asks nothing.
   *
   * @return whether this replica has lost the Lease since the attempt before
   */
  boolean attempt() {
    long sent = nanoTime.getAsLong();
    if (holding.filter(h -> sent - h.renewed() < deadlineNanos / RENEWALS).isPresent()) {
      return false;
    }
    boolean led = holding.isPresent();
    try {
      LeaderElectionRecord stored = read();
      isRead = true;
      actOn(stored);
    } catch (ApiException e) {
      if (e.getCode() == NOT_FOUND) {
        isRead = true;
        write(mine(Date.from(Instant.now()), 0), false);
      } else {
        log.failed(describe(), e);
      }
    }
    if (led && !isHeld()) {
      holding = Optional.empty();
      return true;
    }
    return false;
  }

  /** Reads the Lease. LeaseLock fails on a Lease that somebody has emptied: nobody holds it. */
  private LeaderElectionRecord read() throws ApiException {
    try {
      return lock.get();
    } catch (NullPointerException e) {
      return new LeaderElectionRecord();
    }
  }

  private void actOn(LeaderElectionRecord stored) {
    int transitions = stored.getLeaderTransitions();
    if (isMine(stored)) {
      write(mine(stored.getAcquireTime(), transitions), true);
      return;
    }
    holding = Optional.empty();
    if (isFree(stored) || isExpired(stored)) {
      write(mine(Date.from(Instant.now()), transitions + 1), true);
    } else {
      log.isOthers(describe());
    }
  }

  private static boolean isFree(LeaderElectionRecord stored) {
    return stored.getHolderIdentity() == null || stored.getHolderIdentity().isEmpty();
  }

  /** Returns whether the record has stayed the same for the duration that the record names. */
  private boolean isExpired(LeaderElectionRecord stored) {
    long now = nanoTime.getAsLong();
    Observed first =
        observed.filter(o -> o.stored().equals(stored)).orElse(new Observed(stored, now));
    observed = Optional.of(first);
    return now - first.since() >= Duration.ofSeconds(stored.getLeaseDurationSeconds()).toNanos();
  }

  private LeaderElectionRecord mine(Date acquired, int transitions) {
    return new LeaderElectionRecord(
        lock.identity(),
        (int) leaseDuration.toSeconds(),
        acquired,
        Date.from(Instant.now()),
        transitions,
        null);
  }

  private void write(LeaderElectionRecord mine, boolean exists) {
    synchronized (writing) {
      if (isReleased) {
        return;
      }
      long sent = nanoTime.getAsLong();
      if (exists ? lock.update(mine) : lock.create(mine)) {
        if (!isHeld()) {
          terms++;
        }
        holding = Optional.of(new Holding(terms, sent));
        log.written(describe());
      } else {
        log.unwritten(describe());
      }
    }
  }

  /**
   * Releases the Lease for good, except if another replica holds it. A renewal that was sent before
   * may be stored meanwhile, so it is read, compared and written until one of these holds, a few
   * times.
   */
  void release() throws InterruptedException {
    synchronized (writing) {
      isReleased = true;
      holding = Optional.empty();
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
      LeaderElectionRecord stored = read();
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

  private boolean isMine(LeaderElectionRecord some) {
    return lock.identity().equals(some.getHolderIdentity());
  }

  String describe() {
    return lock.describe();
  }
}
