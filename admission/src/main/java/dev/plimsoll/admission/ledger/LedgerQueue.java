package dev.plimsoll.admission.ledger;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.plimsoll.kube.periodic.Ticker;
import dev.plimsoll.model.ledger.Ledger;
import dev.plimsoll.model.ledger.LedgerDecision;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * The changes of one ledger by this process. Changes that wait while another is stored are then
 * stored together, by the call that has waited longest. Each call returns as soon as its own change
 * is stored. A change counts only once the ledger was replaced in the version that it was made
 * from. If another process was faster, all changes are applied again.
 */
final class LedgerQueue {
  /** Each write that fails is one in which another process has succeeded. */
  private static final int ROUNDS = 50;

  private final String name;
  private final LedgerStore store;
  private final KnownLedger ledgerKnown;
  private final Escrow escrow;

  /** For {@link #writer} only. */
  private final WritePace pace;

  /** The changes that nobody has begun to store. */
  @GuardedBy("this")
  private final Queue<Waiting> queue = new ArrayDeque<>();

  /** The waiting call that stores the changes of all; there is one whenever a change waits. */
  @GuardedBy("this")
  private Optional<Waiting> writer = Optional.empty();

  LedgerQueue(
      String name,
      LedgerStore store,
      KnownLedger ledgerKnown,
      Escrow escrow,
      Ticker ticker,
      Contention.Sleep sleep) {
    this.name = name;
    this.store = store;
    this.ledgerKnown = ledgerKnown;
    this.escrow = escrow;
    this.pace = new WritePace(ticker, sleep);
  }

  /** A change, and what becomes of it. */
  private static final class Waiting {
    private final LedgerChange change;

    /** Opens when the change has an answer, or when its call is to store what waits. */
    private final CountDownLatch told = new CountDownLatch(1);

    private Optional<LedgerDecision> decision = Optional.empty();
    private Optional<LedgerUnavailableException> problem = Optional.empty();

    Waiting(LedgerChange change) {
      this.change = change;
    }

    void decided(LedgerDecision answer) {
      decision = Optional.of(answer);
      told.countDown();
    }

    void failed(LedgerUnavailableException answer) {
      problem = Optional.of(answer);
      told.countDown();
    }

    boolean isAnswered() {
      return decision.isPresent() || problem.isPresent();
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
    enter(mine);
    try {
      if (!mine.told.await(timeout.toNanos(), TimeUnit.NANOSECONDS)) {
        throw late(mine, timeout);
      }
      if (!mine.isAnswered()) {
        pace.await();
        writeAll();
      }
      if (mine.problem.isPresent()) {
        throw mine.problem.get();
      }
      return mine.decision.orElseThrow();
    } finally {
      leave(mine);
    }
  }

  /** Returns the problem of a late change. Nobody stores a change that has left the queue. */
  private synchronized LedgerUnavailableException late(Waiting mine, Duration timeout) {
    String problem =
        "QuotaLedger " + name + " could not be written within " + timeout.toMillis() + " ms";
    return queue.remove(mine)
        ? LedgerUnavailableException.shed(problem)
        : new LedgerUnavailableException(problem);
  }

  private synchronized void enter(Waiting mine) {
    queue.add(mine);
    if (writer.isEmpty()) {
      letNextWrite();
    }
  }

  private synchronized void leave(Waiting mine) {
    boolean unused = queue.remove(mine);
    if (writer.equals(Optional.of(mine))) {
      letNextWrite();
    }
  }

  @GuardedBy("this")
  private void letNextWrite() {
    writer = Optional.ofNullable(queue.peek());
    writer.ifPresent(w -> w.told.countDown());
  }

  private synchronized List<Waiting> takeAll() {
    List<Waiting> taken = List.copyOf(queue);
    queue.clear();
    return taken;
  }

  private void writeAll() {
    List<Waiting> batch = takeAll();
    try {
      decide(batch);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      fail(batch, new LedgerUnavailableException("QuotaLedger " + name + " is written no more"));
    } catch (LedgerUnavailableException e) {
      fail(batch, e);
    } catch (RuntimeException | Error e) {
      fail(batch, new LedgerUnavailableException(e));
      throw e;
    }
  }

  private void fail(List<Waiting> batch, LedgerUnavailableException problem) {
    ledgerKnown.forget();
    escrow.unknown();
    batch.forEach(w -> w.failed(problem));
  }

  private void decide(List<Waiting> batch) throws LedgerUnavailableException, InterruptedException {
    QuotaLedger stored = ledgerKnown.known();
    boolean isCurrent = false;
    for (int round = 0; round < ROUNDS; round++) {
      List<LedgerDecision> decisions = new ArrayList<>(batch.size());
      boolean isDue = escrow.isDue(stored.ledger());
      Ledger begun = escrow.begin(stored.ledger());
      Ledger ledger = begun;
      for (Waiting waiting : batch) {
        LedgerChange.Outcome outcome = waiting.change.apply(ledger);
        ledger = outcome.ledger();
        decisions.add(outcome.decision());
      }
      if (!isCurrent && decisions.stream().anyMatch(LedgerDecision.Denied.class::isInstance)) {
        // What is known may be old: what it denies may be free by now.
        escrow.notStored();
        stored = ledgerKnown.current();
        isCurrent = true;
      } else if ((!isDue && ledger.equals(begun)) || isStored(stored, ledger, batch.size())) {
        escrow.needless();
        for (int i = 0; i < decisions.size(); i++) {
          batch.get(i).decided(decisions.get(i));
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
    Ledger next = escrow.holding(ledger);
    if (next.equals(stored.ledger())) {
      return true;
    }
    long began = pace.begin();
    try {
      Optional<QuotaLedger> replaced = store.replace(stored.withLedger(next));
      if (replaced.isEmpty()) {
        escrow.notStored();
        pace.conflicted(began);
        return false;
      }
      ledgerKnown.observed(replaced.get());
      escrow.stored();
      pace.wrote(began, changes);
      return true;
    } catch (RuntimeException e) {
      throw new LedgerUnavailableException(e);
    }
  }
}
