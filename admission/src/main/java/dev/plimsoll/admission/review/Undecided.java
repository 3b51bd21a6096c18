package dev.plimsoll.admission.review;

/** What becomes of a request that can't be decided on: in time, or since usage isn't known yet. */
public enum Undecided {
  /** It is denied; whoever asked may try again. */
  DENY,
  /** It is allowed with a warning, and reserves nothing. */
  ALLOW
}
