package dev.plimsoll.server.config;

/** Where a listener's own certificate comes from. */
public enum CertificateOrigin {
  /** Files, if there is TLS at all. */
  FILES,
  /** The service issues it, so that files are a mistake. */
  ISSUED,
  /** Files; without them the service makes one that it signs itself, if others can reach it. */
  FILES_OR_SELF_SIGNED
}
