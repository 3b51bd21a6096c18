package dev.plimsoll.admission.ledger;

import dev.plimsoll.model.ledger.Ledger;

/**
 * A ledger as it is stored.
 *
 * @param name the name of the object, which isn't that of the quota
 * @param uid the UID of the object
 * @param resourceVersion which version of the object it is
 * @param ledger what it says
 */
public record QuotaLedger(String name, String uid, String resourceVersion, Ledger ledger) {

  /** Returns the same version of the object with another content, to be stored. */
  public QuotaLedger withLedger(Ledger other) {
    return new QuotaLedger(name, uid, resourceVersion, other);
  }

  /** Returns the same content as another version of the object. */
  QuotaLedger withVersion(String other) {
    return new QuotaLedger(name, uid, other, ledger);
  }
}
