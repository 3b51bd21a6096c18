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
 * stored together, by the call that has waited longest.
 *
 * <p>What never breaks: a change counts only once the ledger was replaced in the version that the
 * change was made from. If another process was faster, all changes are applied again. Nobody stores
 * a change that has left the queue. If a write fails, its changes may have been stored. All their
 * calls are told so, and the next one reads the ledger.
 *
 * <p>Locks: the monitor guards the queue and the turn to write. It is held for moments, never while
 * a ledger is read or written, and never with another lock. The call whose turn it is may take the
 * two locks of {@link KnownLedger}: first that for reading, then the monitor. A call that leaves,
 * for whatever reason, passes its turn on.
 *
 * <p>Cost: one write for all changes that wait, and none if they change nothing. A denial costs a
 * read if the known version may be old. A conflict costs a write and usually no read, because the
 * watch tells the newer version. {@link WritePace} delays a write by at most 50 ms.
 *
 * <p>Why not simpler: a lock around read and write would need a write for each change. A thread of
 * its own for each ledger would have to be started, watched and ended.
 */
final class LedgerQueue {
  /** Each write that fails is one in which another process has succeeded. */
  private static final int ROUNDS = 50;

  private final String name;
  private final LedgerStore store;
  private final KnownLedger ledgerKnown;

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
      Ticker ticker,
      Contention.Sleep sleep) {
    this.name = name;
    this.store = store;
    this.ledgerKnown = ledgerKnown;
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
    batch.forEach(w -> w.failed(problem));
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
