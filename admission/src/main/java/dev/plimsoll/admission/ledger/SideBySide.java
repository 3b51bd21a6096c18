package dev.plimsoll.admission.ledger;

import dev.plimsoll.model.ledger.LedgerDecision;
import dev.plimsoll.model.ledger.LedgerDecision.Admitted;
import dev.plimsoll.model.ledger.Reservation;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.FutureTask;

/** Writes the ledgers of one request, side by side or in the order of their names. */
final class SideBySide {
  private final Executor threads;

  SideBySide(Executor threads) {
    this.threads = threads;
  }

  /** Reserves in one ledger. */
  @FunctionalInterface
  interface Write {
    LedgerDecision of(String ledger) throws LedgerUnavailableException, InterruptedException;
  }

  /**
   * The result.
   *
   * @param taken the reservations that the call has made, by the names of ledgers
   * @param denial why one ledger denies; empty if all have admitted
   */
  record Result(SortedMap<String, Reservation> taken, Optional<LedgerDecision> denial) {
    boolean isDenied() {
      return denial.isPresent();
    }
  }

  /**
   * Reserves in one ledger after the other, until one denies.
   *
   * @throws LedgerUnavailableException if one fails; it says what may be reserved
   */
  static Result inOrder(SortedMap<String, Reservation> wanted, Write write)
      throws LedgerUnavailableException, InterruptedException {
    SortedMap<String, Reservation> taken = new TreeMap<>();
    for (String name : wanted.keySet()) {
      LedgerDecision decision;
      try {
        decision = write.of(name);
      } catch (LedgerUnavailableException e) {
        addUncertain(taken, wanted, name, e);
        throw new LedgerUnavailableException(e, taken);
      }
      if (!(decision instanceof Admitted admitted)) {
        return new Result(taken, Optional.of(decision));
      }
      taken.putAll(admitted.reservations());
    }
    return new Result(taken, Optional.empty());
  }

  /**
   * Reserves in all ledgers at once, and returns when each has answered.
   *
   * @throws LedgerUnavailableException if one fails; it says what may be reserved
   */
  Result write(SortedMap<String, Reservation> wanted, Write write)
      throws LedgerUnavailableException, InterruptedException {
    Map<String, FutureTask<LedgerDecision>> writes = new LinkedHashMap<>();
    wanted.keySet().forEach(name -> writes.put(name, new FutureTask<>(() -> write.of(name))));
    writes.entrySet().stream().skip(1).forEach(w -> threads.execute(w.getValue()));
    writes.values().iterator().next().run();
    SortedMap<String, Reservation> taken = new TreeMap<>();
    Optional<LedgerDecision> denial = Optional.empty();
    Optional<LedgerUnavailableException> problem = Optional.empty();
    for (Map.Entry<String, FutureTask<LedgerDecision>> each : writes.entrySet()) {
      try {
        LedgerDecision decision = get(each.getValue());
        if (decision instanceof Admitted admitted) {
          taken.putAll(admitted.reservations());
        } else {
          denial = denial.or(() -> Optional.of(decision));
        }
      } catch (LedgerUnavailableException e) {
        addUncertain(taken, wanted, each.getKey(), e);
        problem = Optional.of(e);
      }
    }
    if (problem.isPresent()) {
      throw new LedgerUnavailableException(problem.get(), taken);
    }
    return new Result(taken, denial);
  }

  private static LedgerDecision get(FutureTask<LedgerDecision> write)
      throws LedgerUnavailableException, InterruptedException {
    try {
      return write.get();
    } catch (CancellationException e) {
      throw new LedgerUnavailableException(e);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof LedgerUnavailableException unavailable) {
        throw unavailable;
      }
      if (e.getCause() instanceof InterruptedException) {
        throw (InterruptedException) new InterruptedException().initCause(e);
      }
      throw new LedgerUnavailableException(e);
    }
  }

  /** No other request creates an object of this UID, so that the reservation is this one's. */
  private static void addUncertain(
      SortedMap<String, Reservation> taken,
      SortedMap<String, Reservation> wanted,
      String name,
      LedgerUnavailableException problem) {
    Reservation reservation = Optional.ofNullable(wanted.get(name)).orElseThrow();
    if (!problem.isShed() && reservation.since().isEmpty()) {
      taken.put(name, reservation);
    }
  }
}
