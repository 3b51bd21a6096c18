package dev.plimsoll.admission.ledger;

import dev.plimsoll.model.ledger.Ledger;
import dev.plimsoll.model.ledger.LedgerDecision;

/** The change of a ledger by a call. It may be applied again to a newer version. */
interface LedgerChange {

  /**
   * The outcome.
   *
   * @param ledger the ledger after it; the same one where nothing is to be stored
   * @param decision what is answered
   */
  record Outcome(Ledger ledger, LedgerDecision decision) {}

  /** Returns the outcome of the change for a ledger. */
  Outcome apply(Ledger ledger);
}
