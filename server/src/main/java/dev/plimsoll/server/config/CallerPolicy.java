package dev.plimsoll.server.config;

/** By what callers of a listener are known that more than this host can reach. */
public enum CallerPolicy {
  /** By a client certificate: who has none isn't answered. */
  CERTIFICATE,
  /** By a client certificate or a bearer token. */
  CERTIFICATE_OR_TOKEN,
  /**
   * Callers are not identified, except if certificates are requested; callers can verify the
   * server.
   */
  TLS
}
