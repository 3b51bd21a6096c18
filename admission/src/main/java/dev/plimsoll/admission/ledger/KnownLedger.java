package dev.plimsoll.admission.ledger;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.plimsoll.kubernetes.object.ResourceVersion;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A ledger as this process knows it: as it was last read, written or told, with the newest limits
 * that this process has observed.
 */
final class KnownLedger {
  private final String name;
  private final LedgerStore store;
  private final Duration newsWithin;
  private final ReplicaResync resync;
  private final ReentrantLock reading = new ReentrantLock();
  private final AtomicLong reads = new AtomicLong();

  @GuardedBy("this")
  private Optional<QuotaLedger> latest = Optional.empty();

  /** Why the last read has failed, if it has; {@link #reading} guards it. */
  private Optional<LedgerUnavailableException> failure = Optional.empty();

  KnownLedger(String name, LedgerStore store, Duration newsWithin, ReplicaResync resync) {
    this.name = name;
    this.store = store;
    this.newsWithin = newsWithin;
    this.resync = resync;
  }

  /** Remembers a version, except if a newer one is known already. */
  synchronized void observed(QuotaLedger ledger) {
    if (isNews(ledger.resourceVersion())) {
      latest = Optional.of(ledger);
      notifyAll();
    }
  }

  /** Returns whether a version is newer than what is known. */
  synchronized boolean isNews(String resourceVersion) {
    return latest.isEmpty()
        || ResourceVersion.isNewer(resourceVersion, latest.get().resourceVersion());
  }

  /** Returns the newest known version, without reading; empty if no version is known. */
  Optional<QuotaLedger> latest() {
    return stored().map(resync::limited);
  }

  private synchronized Optional<QuotaLedger> stored() {
    return latest;
  }

  synchronized void forget() {
    latest = Optional.empty();
  }

  /**
   * Returns the known version of the ledger, which may be outdated.
   *
   * @throws LedgerUnavailableException if no version is known and the ledger can't be read
   */
  QuotaLedger known() throws LedgerUnavailableException {
    Optional<QuotaLedger> known = latest();
    return known.isPresent() ? known.get() : current();
  }

  /**
   * Returns a version newer than {@code replaced}: from the watch if it arrives within {@code
   * newsWithin}, else read from the API server.
   *
   * @throws LedgerUnavailableException if it can't be read
   */
  QuotaLedger after(QuotaLedger replaced) throws LedgerUnavailableException, InterruptedException {
    Optional<QuotaLedger> told = told(replaced);
    return told.isPresent() ? resync.limited(told.get()) : current();
  }

  private Optional<QuotaLedger> told(QuotaLedger replaced) throws InterruptedException {
    long began = System.nanoTime();
    synchronized (this) {
      for (long left = newsWithin.toNanos();
          left > 0 && isAt(replaced);
          left = newsWithin.toNanos() - (System.nanoTime() - began)) {
        TimeUnit.NANOSECONDS.timedWait(this, left);
      }
      return latest.filter(l -> !isAt(replaced));
    }
  }

  @GuardedBy("this")
  private boolean isAt(QuotaLedger version) {
    return latest.isPresent()
        && !ResourceVersion.isNewer(latest.get().resourceVersion(), version.resourceVersion());
  }

  /**
   * Returns the ledger as it is stored now. Of calls that wait for that, one reads it for all, and
   * fails for all.
   *
   * @throws LedgerUnavailableException if it can't be read
   */
  QuotaLedger current() throws LedgerUnavailableException {
    long asked = reads.get();
    reading.lock();
    try {
      if (reads.get() > asked && failure.isPresent()) {
        throw failure.get();
      }
      Optional<QuotaLedger> known = latest();
      if (reads.get() > asked && known.isPresent()) {
        return known.get();
      }
      reads.incrementAndGet();
      return resync.limited(read());
    } finally {
      reading.unlock();
    }
  }

  private QuotaLedger read() throws LedgerUnavailableException {
    try {
      QuotaLedger read =
          store
              .read(name)
              .orElseThrow(() -> new LedgerUnavailableException("there is no QuotaLedger " + name));
      observed(read);
      failure = Optional.empty();
      return read;
    } catch (LedgerUnavailableException e) {
      throw failed(e);
    } catch (InvalidLedgerException | RuntimeException e) {
      throw failed(new LedgerUnavailableException(e));
    }
  }

  private LedgerUnavailableException failed(LedgerUnavailableException problem) {
    failure = Optional.of(problem);
    return problem;
  }
}
