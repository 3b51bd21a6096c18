package dev.plimsoll.server.config;

/** The origin of a listener's own certificate. */
public enum CertificateOrigin {
  /** Files, if there is TLS at all. */
  FILES,
  /** The service issues it, so that files are a mistake. */
  ISSUED,
  /** Files; without them the service signs its own certificate, if others can reach the address. */
  FILES_OR_SELF_SIGNED
}
