package dev.plimsoll.admission.ledger;

import java.util.Optional;

/** The store of ledgers. */
public interface LedgerStore {

  /**
   * Returns a ledger as it is now.
   *
   * @throws InvalidLedgerException if it can't be used
   * @throws dev.plimsoll.kube.live.UnreachableException if it can't be read
   */
  Optional<QuotaLedger> read(String name) throws InvalidLedgerException;

  /**
   * Replaces what a ledger says, if it is still of the version that it was made from.
   *
   * @return the new version, or empty if somebody else was faster
   * @throws dev.plimsoll.kube.live.UnreachableException if it isn't known whether it was replaced
   */
  Optional<QuotaLedger> replace(QuotaLedger ledger);
}
