package dev.plimsoll.admission.ledger;

import dev.plimsoll.model.ledger.Ledger;
import dev.plimsoll.model.ledger.LedgerDecision.Admitted;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;

/**
 * A process' state of one ledger.
 *
 * @param ledger as it is known
 * @param escrow the part that this process holds
 * @param queue the changes that wait
 * @param unconfirmed its reservations, if it is full
 */
record LedgerAccount(
    KnownLedger ledger, Escrow escrow, LedgerQueue queue, UnconfirmedReservations unconfirmed) {

  /**
   * Returns the known ledger, in which the part that this process holds is free.
   *
   * @throws LedgerUnavailableException if it isn't known and can't be read
   */
  Ledger known() throws LedgerUnavailableException {
    return escrow.settled(ledger.known().ledger());
  }

  /**
   * Returns the ledger as it is stored now, in which the part that this process holds is free.
   *
   * @throws LedgerUnavailableException if it can't be read
   */
  Ledger current() throws LedgerUnavailableException {
    return escrow.settled(ledger.current().ledger());
  }

  /**
   * Asks all processes to return the parts that they hold, unless somebody has asked already.
   *
   * @param expirationTime from when on others may end this
   */
  void recall(Instant expirationTime, Duration timeout)
      throws LedgerUnavailableException, InterruptedException {
    if (!Escrow.isRecalled(ledger.known().ledger())) {
      var unused =
          queue.change(
              l ->
                  new LedgerChange.Outcome(
                      Escrow.isRecalled(l) ? l : l.withReservation(escrow.recall(expirationTime)),
                      new Admitted(Map.of())),
              timeout);
    }
  }

  /** Writes the ledger if the part that this process holds requires that. */
  void settle(Duration timeout) throws LedgerUnavailableException, InterruptedException {
    boolean isDue =
        ledger.latest().map(known -> escrow.isDue(known.ledger())).orElseGet(escrow::isUncertain);
    if (isDue) {
      var unused = queue.change(l -> new LedgerChange.Outcome(l, new Admitted(Map.of())), timeout);
    }
  }
}
