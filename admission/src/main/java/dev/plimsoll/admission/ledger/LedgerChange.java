package dev.plimsoll.admission.ledger;

import dev.plimsoll.model.ledger.Ledger;
import dev.plimsoll.model.ledger.LedgerDecision;

/** What a call does to a ledger. It may be asked again of a newer one. */
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
