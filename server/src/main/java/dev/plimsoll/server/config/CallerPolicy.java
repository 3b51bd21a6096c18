package dev.plimsoll.server.config;

/** By what callers of a listener are known that more than this host can reach. */
public enum CallerPolicy {
  /** By a client certificate: who has none isn't answered. */
  CERTIFICATE,
  /** By a client certificate or a bearer token. */
  CERTIFICATE_OR_TOKEN,
  /** By nothing, unless certificates are asked for; they are told whom they talk to. */
  TLS
}
