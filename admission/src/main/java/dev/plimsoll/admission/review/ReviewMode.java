package dev.plimsoll.admission.review;

/** The effect of a ledger's denial on a request. */
public enum ReviewMode {
  /** The request is denied. */
  DENY,
  /** The request is allowed, and counted as a request that would be denied. */
  AUDIT
}
