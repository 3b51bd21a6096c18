package dev.plimsoll.admission.review;

/** What becomes of a request that a ledger denies. */
public enum ReviewMode {
  /** It is denied. */
  DENY,
  /** It is allowed, and counted as one that would be denied. */
  AUDIT
}
