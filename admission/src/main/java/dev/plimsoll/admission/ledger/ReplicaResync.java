package dev.plimsoll.admission.ledger;

import dev.plimsoll.model.ledger.Ledger;

/**
 * Keeps a ledger up to date by what this replica has observed, so that no replica waits for the
 * leader.
 */
@FunctionalInterface
public interface ReplicaResync {

  /**
   * Returns a ledger with the usage that this replica has observed, without ended reservations.
   * Returns the ledger itself if somebody has counted it from something newer.
   */
  Ledger resynced(String name, Ledger ledger);

  /** Returns a ledger with the limits of its quota, if this replica has observed newer ones. */
  default QuotaLedger limited(QuotaLedger ledger) {
    return ledger;
  }

  /** Returns the rule by which only others count. */
  static ReplicaResync none() {
    return (name, ledger) -> ledger;
  }
}
