package dev.plimsoll.admission.ledger;

import java.util.Optional;

/**
 * An object in a ledger's place.
 *
 * @param name its name
 * @param uid its UID
 * @param resourceVersion its version
 * @param ledger what it says; empty if that isn't what a ledger says
 * @param problem what is wrong with it, as a sentence; empty if nothing is
 */
public record StoredLedger(
    String name, String uid, String resourceVersion, Optional<QuotaLedger> ledger, String problem) {

  static StoredLedger of(QuotaLedger ledger) {
    return new StoredLedger(
        ledger.name(), ledger.uid(), ledger.resourceVersion(), Optional.of(ledger), "");
  }
}
