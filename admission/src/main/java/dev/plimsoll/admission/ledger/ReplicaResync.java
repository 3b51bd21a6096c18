package dev.plimsoll.admission.ledger;

import dev.plimsoll.model.ledger.Ledger;

/** Counts a ledger by what this replica has observed, so that no replica waits for the leader. */
@FunctionalInterface
public interface ReplicaResync {

  /**
   * Returns a ledger with the usage that this replica has observed, and without the reservations
   * that have ended by then; the same ledger if somebody has counted it from something newer.
   */
  Ledger resynced(String name, Ledger ledger);

  /** Returns whether this replica has seen the object with a UID deleted. */
  default boolean isDeleted(String uid) {
    return false;
  }

  /** Returns the rule by which only others count. */
  static ReplicaResync none() {
    return (name, ledger) -> ledger;
  }
}
