package dev.plimsoll.admission.review;

/** The handling of a request that can't be decided in time or without known usage. */
public enum Undecided {
  /** The request is denied; the client may try again. */
  DENY,
  /** The request is allowed with a warning, and reserves nothing. */
  ALLOW
}
