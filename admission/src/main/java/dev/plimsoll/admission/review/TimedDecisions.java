package dev.plimsoll.admission.review;

import dev.plimsoll.admission.ledger.LedgerUnavailableException;
import dev.plimsoll.admission.ledger.Reserver;
import dev.plimsoll.model.ledger.LedgerDecision;
import dev.plimsoll.model.ledger.Reservation;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Decides on requests on threads of its own, so that each answer is given in time. If a request is
 * denied because it was not decided in time, its reservations are given back: nothing else would
 * end them for a minute.
 */
final class TimedDecisions implements AutoCloseable {
  private static final int MOST_DECIDING = 256;

  /** Beyond this number reservations are left to expire. */
  private static final int MOST_GIVEN_BACK = 1_000;

  /** Reservations that several threads give back are stored in one write. */
  private static final int GIVING_BACK = 16;

  private static final Duration GIVE_BACK_TIMEOUT = Duration.ofSeconds(10);

  private final Reserver reserver;
  private final Undecided undecided;
  private final ExecutorService deciding =
      new ThreadPoolExecutor(
          0,
          MOST_DECIDING,
          1,
          TimeUnit.MINUTES,
          new SynchronousQueue<>(),
          run -> daemon(run, "plimsoll-deciding"));
  private final ExecutorService givingBack = givingBack();

  /**
   * Creates decisions that are made by a reserver.
   *
   * @param undecided what becomes of a request that isn't decided in time
   */
  TimedDecisions(Reserver reserver, Undecided undecided) {
    this.reserver = reserver;
    this.undecided = undecided;
  }

  private static ExecutorService givingBack() {
    ThreadPoolExecutor executor =
        new ThreadPoolExecutor(
            GIVING_BACK,
            GIVING_BACK,
            1,
            TimeUnit.MINUTES,
            new LinkedBlockingQueue<>(MOST_GIVEN_BACK),
            run -> daemon(run, "plimsoll-giving-back"),
            new ThreadPoolExecutor.DiscardPolicy());
    executor.allowCoreThreadTimeOut(true);
    return executor;
  }

  private static Thread daemon(Runnable run, String name) {
    Thread made = new Thread(run, name);
    made.setDaemon(true);
    return made;
  }

  /**
   * Returns a decision.
   *
   * @param decision decides, and may take longer than its time
   * @param timeout how long the answer may take
   * @throws LedgerUnavailableException if it can't be decided
   * @throws TimeoutException if it isn't decided in time
   * @throws ExecutionException if deciding failed otherwise
   * @throws java.util.concurrent.RejectedExecutionException if too many are being decided
   */
  LedgerDecision decide(Callable<LedgerDecision> decision, Duration timeout)
      throws LedgerUnavailableException,
          TimeoutException,
          ExecutionException,
          InterruptedException {
    AtomicBoolean isSettled = new AtomicBoolean();
    Future<LedgerDecision> made = deciding.submit(() -> decide(decision, isSettled));
    try {
      return get(made, timeout);
    } catch (TimeoutException e) {
      if (isSettled.compareAndSet(false, true)) {
        throw e;
      }
      // It was decided at the last moment.
      return get(made, timeout);
    }
  }

  private static LedgerDecision get(Future<LedgerDecision> made, Duration timeout)
      throws LedgerUnavailableException,
          TimeoutException,
          ExecutionException,
          InterruptedException {
    try {
      return made.get(timeout.toNanos(), TimeUnit.NANOSECONDS);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof LedgerUnavailableException unavailable) {
        throw unavailable;
      }
      throw e;
    }
  }

  /**
   * Decides on the request. Either this or the timeout settles the answer, and the first one
   * counts.
   */
  private LedgerDecision decide(Callable<LedgerDecision> decision, AtomicBoolean isSettled)
      throws Exception {
    try {
      LedgerDecision made = decision.call();
      if (!isSettled.compareAndSet(false, true)
          && made instanceof LedgerDecision.Admitted admitted) {
        giveBack(admitted.reservations());
      }
      return made;
    } catch (LedgerUnavailableException e) {
      giveBack(e.reserved());
      throw e;
    }
  }

  private void giveBack(Map<String, Reservation> reserved) {
    if (undecided == Undecided.DENY && !reserved.isEmpty()) {
      givingBack.execute(
          () -> {
            try {
              reserver.giveBack(reserved, GIVE_BACK_TIMEOUT);
            } catch (InterruptedException e) {
              Thread.currentThread().interrupt();
            }
          });
    }
  }

  @Override
  public void close() {
    deciding.shutdownNow();
    givingBack.shutdownNow();
  }
}
