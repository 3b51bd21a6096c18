package dev.plimsoll.admission.ledger;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.plimsoll.model.ledger.Ledger;
import dev.plimsoll.model.ledger.LedgerDecision;
import dev.plimsoll.model.object.ResourceVersion;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The changes of one ledger by this process. Those that wait while one is stored are then stored
 * together, by whichever call is first. A change counts only once the ledger was replaced in the
 * version that it was made from; if another process was faster, all are made anew.
 */
final class LedgerQueue {
  /** Each round that fails is one in which another process has succeeded. */
  private static final int ROUNDS = 50;

  private final String name;
  private final LedgerStore store;
  private final Queue<Waiting> queue = new ConcurrentLinkedQueue<>();
  private final ReentrantLock writing = new ReentrantLock();
  private final ReentrantLock reading = new ReentrantLock();
  private final AtomicLong reads = new AtomicLong();

  @GuardedBy("this")
  private Optional<QuotaLedger> latest = Optional.empty();

  /** Why the last read has failed, if it has; {@link #reading} guards it. */
  private Optional<LedgerUnavailableException> failure = Optional.empty();

  LedgerQueue(String name, LedgerStore store) {
    this.name = name;
    this.store = store;
  }

  /** A change, and what becomes of it, which {@link #writing} guards. */
  private static final class Waiting {
    private final LedgerChange change;
    private Optional<LedgerDecision> decision = Optional.empty();
    private Optional<LedgerUnavailableException> problem = Optional.empty();

    Waiting(LedgerChange change) {
      this.change = change;
    }
  }

  /** Remembers a version that an informer tells; a newer one that is known already stays. */
  synchronized void observed(QuotaLedger ledger) {
    if (latest.isEmpty()
        || ResourceVersion.isNewer(ledger.resourceVersion(), latest.get().resourceVersion())) {
      latest = Optional.of(ledger);
    }
  }

  /**
   * Returns the ledger as this process knows it, which may be an older version.
   *
   * @throws LedgerUnavailableException if it isn't known and can't be read
   */
  QuotaLedger known() throws LedgerUnavailableException {
    Optional<QuotaLedger> known;
    synchronized (this) {
      known = latest;
    }
    return known.isPresent() ? known.get() : current();
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
      synchronized (this) {
        if (reads.get() > asked && latest.isPresent()) {
          return latest.get();
        }
      }
      reads.incrementAndGet();
      return read();
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

  /**
   * Changes the ledger, and returns when that is stored.
   *
   * @throws LedgerUnavailableException if it isn't known whether it was; then it may have been
   */
  LedgerDecision change(LedgerChange change, Duration timeout)
      throws LedgerUnavailableException, InterruptedException {
    Waiting mine = new Waiting(change);
    queue.add(mine);
    if (!writing.tryLock(timeout.toNanos(), TimeUnit.NANOSECONDS)) {
      queue.remove(mine);
      throw new LedgerUnavailableException(
          "QuotaLedger " + name + " could not be written within " + timeout.toMillis() + " ms");
    }
    try {
      if (mine.decision.isEmpty() && mine.problem.isEmpty()) {
        writeAll();
      }
      if (mine.problem.isPresent()) {
        throw mine.problem.get();
      }
      return mine.decision.orElseThrow();
    } finally {
      writing.unlock();
    }
  }

  private void writeAll() {
    List<Waiting> batch = new ArrayList<>();
    for (Waiting next = queue.poll(); next != null; next = queue.poll()) {
      batch.add(next);
    }
    try {
      decide(batch);
    } catch (LedgerUnavailableException e) {
      forget();
      batch.forEach(w -> w.problem = Optional.of(e));
    }
  }

  private synchronized void forget() {
    latest = Optional.empty();
  }

  private void decide(List<Waiting> batch) throws LedgerUnavailableException {
    QuotaLedger stored = known();
    for (int round = 0; round < ROUNDS; round++) {
      List<LedgerDecision> decisions = new ArrayList<>(batch.size());
      Ledger ledger = stored.ledger();
      for (Waiting waiting : batch) {
        LedgerChange.Outcome outcome = waiting.change.apply(ledger);
        ledger = outcome.ledger();
        decisions.add(outcome.decision());
      }
      // What is known may be old: what it denies may be free by now.
      boolean isCertain =
          round > 0 || decisions.stream().noneMatch(LedgerDecision.Denied.class::isInstance);
      if (isCertain && isStored(stored, ledger)) {
        for (int i = 0; i < decisions.size(); i++) {
          batch.get(i).decision = Optional.of(decisions.get(i));
        }
        return;
      }
      stored = current();
    }
    throw new LedgerUnavailableException(
        "QuotaLedger " + name + " was changed by others " + ROUNDS + " times in a row");
  }

  private boolean isStored(QuotaLedger stored, Ledger ledger) throws LedgerUnavailableException {
    if (ledger.equals(stored.ledger())) {
      return true;
    }
    try {
      Optional<QuotaLedger> replaced = store.replace(stored.withLedger(ledger));
      replaced.ifPresent(this::observed);
      return replaced.isPresent();
    } catch (RuntimeException e) {
      throw new LedgerUnavailableException(e);
    }
  }
}
