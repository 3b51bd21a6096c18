package dev.plimsoll.server.tls;

/** Gives a server's certificate that isn't kept in files; asked again and again. */
@FunctionalInterface
public interface CertificateSource {
  /** Returns the certificate to be served now, which may be another one than before. */
  KeyedCertificate current();
}
