package dev.plimsoll.admission.ledger;

import dev.plimsoll.kubernetes.object.ResourceVersion;
import dev.plimsoll.model.ledger.EnforcedQuota;
import dev.plimsoll.model.ledger.Ledger;

/**
 * A ledger as it is stored.
 *
 * @param name the name of the object, which isn't that of the quota
 * @param uid the UID of the object
 * @param resourceVersion which version of the object it is
 * @param limitsVersion a resource version of the quota that had the ledger's limits; empty if
 *     unknown, and for the quota of a tenant
 * @param ledger what it says
 */
public record QuotaLedger(
    String name, String uid, String resourceVersion, String limitsVersion, Ledger ledger) {

  /** Creates a ledger whose limits have no version. */
  public QuotaLedger(String name, String uid, String resourceVersion, Ledger ledger) {
    this(name, uid, resourceVersion, "", ledger);
  }

  /** Returns the same version of the object with another content, to be stored. */
  public QuotaLedger withLedger(Ledger other) {
    return new QuotaLedger(name, uid, resourceVersion, limitsVersion, other);
  }

  /** Returns the same content as another version of the object. */
  QuotaLedger withVersion(String other) {
    return new QuotaLedger(name, uid, other, limitsVersion, ledger);
  }

  /**
   * Returns the ledger with the limits of its quota, if these are newer. Quotas that count other
   * objects change nothing.
   */
  public QuotaLedger limitedBy(EnforcedQuota quota) {
    return quota.hasScopesOf(ledger) && isNewer(quota.limitsVersion(), limitsVersion)
        ? new QuotaLedger(
            name, uid, resourceVersion, quota.limitsVersion(), ledger.withSpec(quota.spec()))
        : this;
  }

  /** Returns whether the limits of the ledger are newer than those of a quota. */
  public boolean isAheadOf(EnforcedQuota quota) {
    return isNewer(limitsVersion, quota.limitsVersion());
  }

  private static boolean isNewer(String version, String than) {
    return !version.isEmpty() && !than.isEmpty() && ResourceVersion.isNewer(version, than);
  }
}
