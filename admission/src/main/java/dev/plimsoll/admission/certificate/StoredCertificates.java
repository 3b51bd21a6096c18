package dev.plimsoll.admission.certificate;

import dev.plimsoll.server.tls.KeyedCertificate;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * The content of the Secret.
 *
 * @param authorities the CAs that are trusted, the newest first; not empty
 * @param signing the first of them, with its key
 * @param serving what replicas serve; none before the CA stands in the webhook configurations
 */
record StoredCertificates(
    List<X509Certificate> authorities, Authority signing, Optional<KeyedCertificate> serving) {

  StoredCertificates {
    authorities = List.copyOf(authorities);
  }

  /** Returns the certificates to store for a new CA, with other trusted CAs. */
  static StoredCertificates startingWith(
      Authority created, Collection<X509Certificate> others, Optional<KeyedCertificate> serving) {
    List<X509Certificate> all = new ArrayList<>(List.of(created.certificate()));
    all.addAll(others);
    return new StoredCertificates(all, created, serving);
  }

  StoredCertificates withServing(KeyedCertificate issued) {
    return new StoredCertificates(authorities, signing, Optional.of(issued));
  }

  /** Returns a copy without expired CAs, except the signing CA. */
  StoredCertificates withoutExpired(Instant now) {
    return new StoredCertificates(
        authorities.stream()
            .filter(a -> a.equals(signing.certificate()) || !hasExpired(a, now))
            .toList(),
        signing,
        serving);
  }

  static boolean hasExpired(X509Certificate certificate, Instant now) {
    return now.isAfter(certificate.getNotAfter().toInstant());
  }

  /** Returns whether two thirds of a certificate's life are over, after which it is renewed. */
  static boolean isDue(X509Certificate certificate, Instant now) {
    Instant begin = certificate.getNotBefore().toInstant();
    Duration life = Duration.between(begin, certificate.getNotAfter().toInstant());
    return !now.isBefore(begin.plus(life.multipliedBy(2).dividedBy(3)));
  }
}
