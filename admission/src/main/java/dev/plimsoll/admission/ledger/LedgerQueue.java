package dev.plimsoll.admission.ledger;

import dev.plimsoll.kube.periodic.Ticker;
import dev.plimsoll.model.ledger.Ledger;
import dev.plimsoll.model.ledger.LedgerDecision;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The changes of one ledger by this process. Those that wait while one is stored are then stored
 * together, by whichever call is first. A change counts only once the ledger was replaced in the
 * version that it was made from; if another process was faster, all are made anew.
 */
final class LedgerQueue {
  /** Each write that fails is one in which another process has succeeded. */
  private static final int ROUNDS = 50;

  private final String name;
  private final LedgerStore store;
  private final KnownLedger ledgerKnown;
  private final Queue<Waiting> queue = new ConcurrentLinkedQueue<>();
  private final ReentrantLock writing = new ReentrantLock();

  /** {@link #writing} guards it. */
  private final WritePace pace;

  LedgerQueue(String name, LedgerStore store, KnownLedger ledgerKnown, Ticker ticker) {
    this.name = name;
    this.store = store;
    this.ledgerKnown = ledgerKnown;
    this.pace = new WritePace(ticker);
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

  /**
   * Changes the ledger, and returns when that is stored.
   *
   * @throws LedgerUnavailableException if it isn't known whether it was; then it may have been
   */
  LedgerDecision change(LedgerChange change, Duration timeout)
      throws LedgerUnavailableException, InterruptedException {
    Waiting mine = new Waiting(change);
    queue.add(mine);
    try {
      if (!writing.tryLock(timeout.toNanos(), TimeUnit.NANOSECONDS)) {
        throw new LedgerUnavailableException(
            "QuotaLedger " + name + " could not be written within " + timeout.toMillis() + " ms");
      }
      try {
        return decided(mine);
      } finally {
        writing.unlock();
      }
    } finally {
      queue.remove(mine);
    }
  }

  private LedgerDecision decided(Waiting mine)
      throws LedgerUnavailableException, InterruptedException {
    if (mine.decision.isEmpty() && mine.problem.isEmpty()) {
      pace.await();
      writeAll();
    }
    if (mine.problem.isPresent()) {
      throw mine.problem.get();
    }
    return mine.decision.orElseThrow();
  }

  private void writeAll() {
    List<Waiting> batch = new ArrayList<>();
    for (Waiting next = queue.poll(); next != null; next = queue.poll()) {
      batch.add(next);
    }
    try {
      decide(batch);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      fail(batch, new LedgerUnavailableException("QuotaLedger " + name + " is written no more"));
    } catch (LedgerUnavailableException e) {
      fail(batch, e);
    }
  }

  private void fail(List<Waiting> batch, LedgerUnavailableException problem) {
    ledgerKnown.forget();
    batch.forEach(w -> w.problem = Optional.of(problem));
  }

  private void decide(List<Waiting> batch) throws LedgerUnavailableException, InterruptedException {
    QuotaLedger stored = ledgerKnown.known();
    boolean isCurrent = false;
    for (int round = 0; round < ROUNDS; round++) {
      List<LedgerDecision> decisions = new ArrayList<>(batch.size());
      Ledger ledger = stored.ledger();
      for (Waiting waiting : batch) {
        LedgerChange.Outcome outcome = waiting.change.apply(ledger);
        ledger = outcome.ledger();
        decisions.add(outcome.decision());
      }
      if (!isCurrent && decisions.stream().anyMatch(LedgerDecision.Denied.class::isInstance)) {
        // What is known may be old: what it denies may be free by now.
        stored = ledgerKnown.current();
        isCurrent = true;
      } else if (isStored(stored, ledger, batch.size())) {
        for (int i = 0; i < decisions.size(); i++) {
          batch.get(i).decision = Optional.of(decisions.get(i));
        }
        return;
      } else {
        pace.await();
        stored = ledgerKnown.after(stored);
        isCurrent = false;
      }
    }
    throw new LedgerUnavailableException(
        "QuotaLedger " + name + " was changed by others " + ROUNDS + " times in a row");
  }

  private boolean isStored(QuotaLedger stored, Ledger ledger, int changes)
      throws LedgerUnavailableException {
    if (ledger.equals(stored.ledger())) {
      return true;
    }
    long began = pace.begin();
    try {
      Optional<QuotaLedger> replaced = store.replace(stored.withLedger(ledger));
      if (replaced.isEmpty()) {
        pace.conflicted(began);
        return false;
      }
      ledgerKnown.observed(replaced.get());
      pace.wrote(began, changes);
      return true;
    } catch (RuntimeException e) {
      throw new LedgerUnavailableException(e);
    }
  }
}
