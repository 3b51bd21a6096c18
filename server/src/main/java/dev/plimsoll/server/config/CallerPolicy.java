package dev.plimsoll.server.config;

/** The identification of callers by a listener that other hosts can reach. */
public enum CallerPolicy {
  /** Callers need a client certificate. */
  CERTIFICATE,
  /** Callers need a client certificate or a bearer token. */
  CERTIFICATE_OR_TOKEN,
  /**
   * Callers are not identified, except if certificates are requested; callers can verify the
   * server.
   */
  TLS
}
